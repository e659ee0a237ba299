/** Actions in the local player while watching: by the device's own buttons, the wheel, panels, addresses. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { follows, mediumOf } from './app/following.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from './app/player.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
const OH = 'DemoOh0001';
const ELSEWHERE = 'https://videos.example';
const HLS = fileURLToPath(new URL('./media/hls', import.meta.url));
const SUBTITLES = {
  name: 'test-clip.srt',
  mimeType: 'text/plain',
  buffer: Buffer.from('1\n00:00:00,000 --> 00:01:00,000\nBlue sky\n'),
};

let person: Visit;
beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  for (const key of [KEY, OH])
    await suite.tactus
      .device(key)
      .put('/mode2', { mode: 7 })
      .catch(() => undefined);
  await person.close();
});

async function goTo(key: string): Promise<Page> {
  const { page } = person;
  await page.goto(`${suite.tactus.url}/local?key=${key}&female=${key === OH}`);
  await dock(page).shows('connection.ready');
  return page;
}

async function openClip(...more: (typeof SUBTITLES)[]): Promise<Page> {
  const page = await goTo(KEY);
  await player(page).files().setInputFiles(TEST_CLIP);
  await player(page)
    .files()
    .setInputFiles([EVEN_SCRIPT, ...more]);
  await page.getByText(EVEN_SCRIPT.name).first().waitFor();
  return page;
}

/** Acts on the device as a hand would. */
async function atDevice(action: object): Promise<void> {
  const response = await fetch(`${suite.tactus.url}/_control/devices/${KEY}/do`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(action),
  });
  if (!response.ok) throw new Error(`Not done: HTTP ${response.status} ${await response.text()}`);
}
const press = (button: string) => atDevice({ press: { button, event: 'SHORT_PRESS' } });
const hold = (button: string) => atDevice({ hold: { button, ms: 1_200 } });

further(
  'the buttons of the device seek, change the rate, pause and resume; the Wi-Fi button is only logged',
  async () => {
    const page = await openClip();
    const local = player(page);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const nowMs = async () => (await local.medium()).ms;
    const rateIs = (rate: number) => until(`the rate is ${rate}`, async () => (await local.medium()).rate === rate);
    await local.play().click();
    const inStep = () => follows(suite.tactus.device(KEY), mediumOf(page));
    await inStep();
    const beforeMs = await nowMs();
    await press('RIGHT');
    await until('it is 15 s later', async () => (await nowMs()) >= beforeMs + 15_000);
    await inStep();
    const laterMs = await nowMs();
    await press('LEFT');
    await until('it is 15 s earlier', async () => (await nowMs()) < laterMs - 5_000);
    await inStep();
    await hold('LEFT');
    await until('it is a minute earlier, at the start', async () => (await nowMs()) < 5_000);
    await press('UP');
    await rateIs(1.1);
    await press('UP');
    await rateIs(1.2);
    await press('DOWN');
    await rateIs(1.1);
    await hold('UP');
    await rateIs(1);
    await follows(suite.tactus.device(KEY), mediumOf(page));
    await press('WIFI');
    await until('it is in the log', async () => logged.some((text) => /Wi-Fi button/.test(text)));
    expect((await local.medium()).paused).toBe(false);
    await press('POWER');
    await until('the video is paused', async () => (await local.medium()).paused);
    await until('the device rests', async () => !(await suite.tactus.device(KEY).isMoving()));
    await press('POWER');
    await until('the video is resumed', async () => !(await local.medium()).paused);
    await follows(suite.tactus.device(KEY), mediumOf(page));
    expect(person.complaints).toEqual([]);
  },
);

further('subtitles are shown, and the wheel and the keys change the intensity while it plays', async () => {
  const page = await openClip(SUBTITLES);
  const local = player(page);
  const percent = () => local.intensity().inputValue().then(Number);
  await local.play().click();
  await local.stage().getByText('Blue sky').waitFor();
  await local.video().hover();
  await page.mouse.wheel(0, 120);
  await until('it is weaker', async () => (await percent()) === 95);
  await page.mouse.wheel(0, -120);
  await until('it is as it was', async () => (await percent()) === 100);
  await local.play().or(local.pause()).focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowDown');
  expect(await percent()).toBe(0);
  await until('the slider stands in the middle', async () => {
    const { position } = await suite.tactus.device(KEY).now<{ position: number }>('/slider/state');
    return Math.abs(position - 0.5) < 0.03;
  });
  expect(person.complaints).toEqual([]);
});

further('panels: the simulator can be hidden, and a device in this tab be driven and its buttons pressed', async () => {
  const page = await openClip();
  const local = player(page);
  const panel = (key: string) => page.getByRole('switch', { name: words(key), exact: true });
  const button = (key: string) => page.getByRole('button', { name: words(key), exact: true });
  // The picture of the device is hidden from assistive technology: the dock shows the same as text.
  const drawing = page.locator('svg:has(rect[x="34"])');
  await local.panel('sync').click();
  await drawing.waitFor();
  await panel('player.simulator').uncheck();
  await drawing.waitFor({ state: 'detached' });
  await panel('player.emulator').check();
  await button('emulator.start').click();
  await button('player.emulator.use').click();
  await dock(page).shows('connection.ready');
  const key = await page.evaluate(() => {
    const { connectionKey }: { connectionKey?: string } = JSON.parse(localStorage.getItem('tactus.emulator') ?? '{}');
    return connectionKey ?? '';
  });
  await local.play().click();
  await follows(suite.tactus.device(key), mediumOf(page));
  await page.getByText(words('emulator.more'), { exact: true }).click();
  const beforeMs = (await local.medium()).ms;
  await button('emulator.button.right').click();
  await until('it is 15 s later', async () => (await local.medium()).ms >= beforeMs + 15_000);
  await dock(page).stop().click();
  await until('the video is paused', async () => (await local.medium()).paused);
  expect(person.complaints).toEqual([]);
});

further('a device without a slider vibrates as fast as the script goes, and stops with it', async () => {
  const page = await goTo(OH);
  const local = player(page);
  const hvp = () => suite.tactus.device(OH).get<{ enabled: boolean; amplitude: number }>('/hvp/state');
  await local.files().setInputFiles(EVEN_SCRIPT);
  await local.panel('sync').click();
  await page.getByText(words('player.way.vibrationLeaves')).waitFor();
  await local.play().click();
  await until('it vibrates', async () => (await hvp()).enabled && (await hvp()).amplitude > 0.3);
  await local.pause().click();
  await until('it rests', async () => !(await hvp()).enabled);
  await local.play().click();
  await until('it vibrates again', async () => (await hvp()).enabled);
  await dock(page).stop().click();
  await until('Stop has ended it', async () => !(await hvp()).enabled);
  expect(person.complaints).toEqual([]);
});

further(
  'an HLS list of another site plays in a browser without HLS, and goes on in one that does not play it',
  async () => {
    // The script that is added below stays with its page.
    await person.close();
    person = await visit(suite.browser, { viewport: PHONE });
    const { page } = person;
    await page.addInitScript(() => {
      const known = HTMLMediaElement.prototype.canPlayType;
      HTMLMediaElement.prototype.canPlayType = function (type) {
        return /mpegurl/i.test(type) ? '' : known.call(this, type);
      };
    });
    await page.route(`${ELSEWHERE}/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      return /^(list\.m3u8|head\.mp4|part\d\.m4s)$/.test(name)
        ? route.fulfill({ path: `${HLS}/${name}`, headers: { 'access-control-allow-origin': '*' } })
        : route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } });
    });
    await goTo(KEY);
    const local = player(page);
    const open = async (address: string) => {
      await page.getByRole('textbox', { name: words('player.urls.video'), exact: true }).fill(address);
      await page.getByRole('button', { name: words('player.urls.open'), exact: true }).click();
    };
    await open(`${ELSEWHERE}/list.m3u8`);
    await local.files().setInputFiles(EVEN_SCRIPT);
    await local.play().click();
    await follows(suite.tactus.device(KEY), mediumOf(page));
    expect(person.complaints).toEqual([]);
    await local.back().click();
    await open(`${ELSEWHERE}/none.m3u8`);
    await local
      .alert()
      .filter({ hasText: words('player.mediumFailed.hls') })
      .waitFor();
  },
);

test('the address of a script on another site goes to the cloud unchanged, and the page does not read it', async () => {
  const page = await goTo(KEY);
  const requests: string[] = [];
  const setUps: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(ELSEWHERE)) requests.push(request.url());
    if (request.url().includes('/hssp/setup')) setUps.push(request.postDataJSON());
  });
  const local = player(page);
  const address = `${ELSEWHERE}/script.csv?token=abc%2Fdef`;
  await local.files().setInputFiles(TEST_CLIP);
  await local.back().click();
  await page.getByRole('textbox', { name: words('player.urls.script'), exact: true }).fill(address);
  await page.getByRole('button', { name: words('player.urls.open'), exact: true }).click();
  await page.getByText(words('player.remote.text')).waitFor();
  await local.files().setInputFiles(TEST_CLIP);
  await local.play().click();
  await local
    .alert()
    .filter({ hasText: words('player.problem') })
    .waitFor();
  expect(setUps).toEqual([expect.objectContaining({ url: address, notify: true })]);
  expect(requests).toEqual([]);
  expect((await local.medium()).paused).toBe(true);
});
