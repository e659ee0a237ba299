import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { dock } from './app/dock.ts';
import { follows as inStep, mediumOf } from './app/following.ts';
import { EVEN_SCRIPT, player, TEST_CLIP, TURNED_SCRIPT } from './app/player.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { happens, until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
let person: Visit;

const device = () => suite.tactus.device(KEY);
const playState = async () => (await device().get<{ play_state: number }>('/hsp/state')).play_state;
const rests = () => until('the device rests', async () => !(await device().isMoving()));

const follows = (page: Page) => inStep(device(), mediumOf(page));

async function open(page: Page): Promise<void> {
  await player(page).files().setInputFiles(TEST_CLIP);
  await player(page).files().setInputFiles(EVEN_SCRIPT);
  await page.getByText(EVEN_SCRIPT.name).first().waitFor();
}

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
  await suite.tactus.setConnected(KEY, true);
  await until('the device is there', () => happens(device().put('/slider/stroke', { min: 0, max: 1 })));
  await person.page.goto(`${suite.tactus.url}/local?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
});
afterEach(async () => {
  await device().put('/hsp/stop');
  await person.close();
});
const nothingIsComplained = () => expect(person.complaints).toEqual([]);

// Streaming is tested in journeys/03-script-on-a-phone.control.spec.ts.
describe('a script that is uploaded and played', () => {
  further('goes with the video through play, seek, rate, pause and Stop', async () => {
    const { page } = person;
    const local = player(page);
    const uploads: string[] = [];
    const plays = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('/temp/upload')) uploads.push(request.method());
      const [, player] = /\/(hsp|hssp)\/play/.exec(request.url()) ?? [];
      if (player !== undefined) plays.add(player);
    });
    await open(page);
    await local.sendBy('upload');
    expect(uploads).toEqual([]);
    await local.play().click();
    await until('the video plays', async () => (await local.medium()).ms > 500);
    await follows(page);
    expect(uploads).toEqual(['POST']);
    expect([...plays]).toEqual(['hssp']);

    await local.seek().focus();
    await page.keyboard.press('End');
    await until('the end is reached', async () => (await local.medium()).paused);
    await rests();
    await page.keyboard.press('Home');
    await local.play().click();
    await until('it plays anew', async () => !(await local.medium()).paused && (await local.medium()).ms < 20_000);
    await follows(page);

    for (let step = 0; step < 5; step += 1) await local.faster().click();
    expect((await local.medium()).rate).toBe(1.5);
    await follows(page);

    await local.pause().click();
    await rests();
    await local.play().click();
    await follows(page);

    await dock(page).stop().click();
    await until('the video is paused', async () => (await local.medium()).paused);
    await rests();
    await dock(page).shows('dock.stopped');
    nothingIsComplained();
  });

  further('is not started if Stop was pressed while it was being sent, or Play was cancelled', async () => {
    const { page } = person;
    const local = player(page);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A request cancelled meanwhile cannot go on.
    await page.route('**/temp/upload', (route) => released.then(() => route.continue()).catch(() => undefined));
    const sent: string[] = [];
    page.on('request', (request) => {
      const [what] = /hssp\/setup|hssp\/play/.exec(request.url()) ?? [];
      if (what !== undefined) sent.push(what);
    });
    await open(page);
    await local.sendBy('upload');
    const sending = page.getByText(words('player.sync.sending'), { exact: true }).first();
    for (const callOff of ['Escape', 'k']) {
      await local.play().click();
      await sending.waitFor();
      await page.keyboard.press(callOff);
      await sending.waitFor({ state: 'hidden' });
    }
    release();
    await local.play().click();
    await follows(page);
    expect(sent).toEqual(['hssp/setup', 'hssp/play']);
  });

  deeper('is sent again, from the same address, once other points have replaced it', async () => {
    const { page } = person;
    const local = player(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      const [what] = /temp\/upload|hssp\/setup/.exec(request.url()) ?? [];
      if (what !== undefined) sent.push(what);
    });
    await open(page);
    await local.sendBy('upload');
    await local.play().click();
    await follows(page);
    await local.pause().click();
    await rests();

    await device().put('/hsp/setup', {});
    await local.play().click();
    await local.alert().waitFor();
    await local.pause().click();
    await local.play().click();
    await follows(page);
    expect(sent).toEqual(['temp/upload', 'hssp/setup', 'hssp/setup']);
  });
});

for (const way of ['stream', 'upload'] as const) {
  further(
    `sent by ${way}, a script stops when the page is left, and is inverted and weakened as the person wants`,
    async () => {
      const { page } = person;
      const local = player(page);
      await open(page);
      await local.sendBy(way);
      await local.intensity().focus();
      await page.keyboard.press('Home');
      await local.play().click();
      await until('it stands in the middle', async () => {
        const { position } = await device().now<{ position: number }>('/slider/state');
        return (await playState()) === 1 && Math.abs(position - 0.5) < 0.03;
      });
      await page.goto(`${suite.tactus.url}/settings`);
      await until('the script has ended', async () => (await playState()) !== 1);
      nothingIsComplained();
    },
  );
}

further(
  'with the keyboard alone: play, seek, faster, a part that repeats, full screen and both Stop keys',
  async () => {
    const { page } = person;
    const local = player(page);
    await open(page);
    await page.keyboard.press('Space');
    await follows(page);
    const nowMs = async () => (await local.medium()).ms;
    const beforeMs = await nowMs();
    await page.keyboard.press('ArrowRight');
    await until('it is later', async () => (await nowMs()) > beforeMs + 5_000);
    await page.keyboard.press('b');
    await local.part('start').waitFor();
    const startMs = await nowMs();
    await until('two seconds go by', async () => (await nowMs()) > startMs + 2_000);
    await page.keyboard.press('b');
    await local.part('on').waitFor();
    await until('it went back to the start of the part', async () => (await nowMs()) < startMs + 1_000);
    await until('it plays the part', async () => (await nowMs()) > startMs + 1_500);
    await until('it went back again', async () => (await nowMs()) < startMs + 1_000);
    await page.keyboard.press('b');
    await page.keyboard.press('f');
    const stopInFull = local.stage().getByRole('button', { name: words('dock.stop'), exact: true });
    await stopInFull.waitFor();
    await page.keyboard.press('x');
    await until('Stop has paused the video', async () => (await local.medium()).paused);
    await rests();
    await page.keyboard.press('f');
    await page.keyboard.press('Space');
    await until('it plays again', async () => !(await local.medium()).paused);
    await page.keyboard.press('Escape');
    await until('Escape has paused the video', async () => (await local.medium()).paused);
    await rests();
    nothingIsComplained();
  },
);

further('a script plays alone, and its own window is stored for the next time', async () => {
  const { page } = person;
  const local = player(page);
  await local.files().setInputFiles(EVEN_SCRIPT);
  await local.play().click();
  await until('the device moves', () => device().isMoving());
  await local.strokeTop().focus();
  await page.keyboard.press('PageDown');
  await until('the window is smaller', async () => {
    return (await device().get<{ max: number }>('/slider/stroke')).max < 0.95;
  });
  await local.pause().click();
  await rests();
  expect(Number(await local.seek().inputValue())).toBeGreaterThan(0);
  await local.files().setInputFiles(TURNED_SCRIPT);
  await page.getByText(TURNED_SCRIPT.name).first().waitFor();
  await expect.poll(() => local.seek().inputValue()).toBe('0');
  await device().put('/slider/stroke', { min: 0, max: 1 });
  await page.reload();
  await dock(page).shows('connection.ready');
  await local.files().setInputFiles(EVEN_SCRIPT);
  await page.getByRole('button', { name: words('player.remembered.use'), exact: true }).click();
  await until('the window is as it was', async () => {
    return (await device().get<{ max: number }>('/slider/stroke')).max < 0.95;
  });
  nothingIsComplained();
});

further('a video without a script is silent, too, once the screen is hidden', async () => {
  const { page } = person;
  const local = player(page);
  await local.files().setInputFiles(TEST_CLIP);
  await local.play().click();
  await until('the video plays', async () => (await local.medium()).ms > 100);
  await page.keyboard.press('h');
  await until('it is paused', async () => (await local.medium()).paused);
  nothingIsComplained();
});

describe('errors are shown, and open files stay open', () => {
  const broken = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  deeper('an invalid script, beside one that plays', async () => {
    const { page } = person;
    const local = player(page);
    await open(page);
    await local.play().click();
    await follows(page);
    await local.files().setInputFiles(broken('test-clip-b.csv', '0,zero\n'));
    await local.alert().filter({ hasText: 'Invalid CSV' }).waitFor();
    await local.files().setInputFiles(broken('test-clip-c.funscript', '{'));
    await local.alert().filter({ hasText: 'Invalid Json in script' }).waitFor();
    expect((await local.medium()).paused).toBe(false);
    await follows(page);
    nothingIsComplained();
  });

  further('a video that cannot be decoded, whose error does not mention the cloud', async () => {
    const local = player(person.page);
    await local.files().setInputFiles([broken('test-clip.mp4', 'no video'), EVEN_SCRIPT]);
    await local
      .alert()
      .filter({ hasText: words('player.mediumFailed.file').slice(0, 30) })
      .waitFor();
    await person.page.getByText(EVEN_SCRIPT.name).first().waitFor();
    expect(await local.play().isDisabled()).toBe(true);
    await person.page.keyboard.press('k');
    expect((await local.medium()).paused).toBe(true);
    expect(await local.alert().count()).toBe(1);
    expect(await person.page.getByText(words('error.network')).count()).toBe(0);
  });

  further('a script host that refuses an upload, with its own text', async () => {
    const { page } = person;
    const local = player(page);
    await page.route('**/temp/upload', (route) => route.fulfill({ json: { error: 'The disk is full' } }));
    await open(page);
    await local.sendBy('upload');
    await local.play().click();
    await local.alert().filter({ hasText: 'The disk is full' }).waitFor();
    expect((await local.medium()).paused).toBe(true);
    await local.sendBy('stream');
    await local.play().click();
    await follows(page);
    nothingIsComplained();
  });
});
