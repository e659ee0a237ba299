/** The picture of the local player under a finger: jumps, a phone on its side, full screen, the media keys, the next film. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { atPlayer } from './app/at-player.ts';
import { dock } from './app/dock.ts';
import { follows, mediumOf } from './app/following.ts';
import { library } from './app/library.ts';
import { EVEN_SCRIPT, openFilm, player, TEST_CLIP, TURNED_SCRIPT } from './app/player.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { fingerOn } from './harness/finger.ts';
import { onceShown } from './harness/once-shown.ts';
import { further } from './harness/profile.ts';
import { textFaults } from './harness/text-fit.ts';
import { until } from './harness/until.ts';
import { PHONE, PHONE_ON_ITS_SIDE, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const { suite, device, rests, pageNow, urlOf } = atPlayer();

/** What a notch takes of each end of a phone on its side, px. */
const NOTCH_PX = 47;

/** Taps the picture at a share of its width. */
async function tapPicture(page: Page, share: number): Promise<void> {
  const box = await player(page).picture().boundingBox();
  if (box) await page.touchscreen.tap(box.x + box.width * share, box.y + box.height * 0.4);
}

further('on a phone picture, seek bar, transport, faders and Stop are in view without a scroll', async () => {
  const page = pageNow();
  const local = player(page);
  await openFilm(page);
  await local.play().tap();
  await follows(device(), mediumOf(page));
  const dockTop = (await dock(page).stop().boundingBox())?.y ?? 0;
  for (const part of [local.picture(), local.seek(), local.pause(), local.strokeTop(), local.intensity()]) {
    const box = await part.evaluate((element) =>
      (element.closest('[data-orientation]') ?? element).getBoundingClientRect().toJSON(),
    );
    expect(box.top).toBeGreaterThanOrEqual(0);
    expect(box.bottom).toBeLessThanOrEqual(dockTop);
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

further('the seek bar shows the picture of a film in a file under the finger, opened by the first touch', async () => {
  const page = pageNow();
  const local = player(page);
  await openFilm(page);
  const frame = local.stage().locator('video[data-seek-frame]');
  expect(await frame.count()).toBe(0);
  const box = (await local.seek().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const finger = await fingerOn(page);
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
  await finger.down(at(0.2));
  await finger.move(at(0.3));
  await finger.move(at(0.5));
  const shownS = () => frame.evaluate((video: HTMLVideoElement) => (video.seeking ? -1 : video.currentTime));
  await until('the frame is of half a minute', async () => Math.abs((await shownS()) - 30) < 1);
  await local
    .stage()
    .getByText(/^0:(29|30|31) of 1:00$/)
    .waitFor();
  // Nothing has been sought yet.
  expect((await local.medium()).ms).toBe(0);
  await finger.up();
  await until('the film is there', async () => Math.abs((await local.medium()).ms - 30_000) < 1_000);
  await frame.waitFor({ state: 'detached' });
});

further('jumps of ten seconds: by a button, and by a double tap at the side of the picture', async () => {
  const page = pageNow();
  const local = player(page);
  const nowMs = async () => (await local.medium()).ms;
  await openFilm(page);
  await local.on10().tap();
  await until('it is ten seconds later', async () => Math.round(await nowMs()) === 10_000);
  await local.stage().getByText('+10 s', { exact: true }).waitFor({ state: 'detached' });
  const mark = onceShown(page, '+10 s');
  // Two taps are one gesture within so short a time that a slow machine may miss it.
  await until('a double tap has jumped on', async () => {
    await Promise.all([tapPicture(page, 0.9), tapPicture(page, 0.9)]);
    return (await nowMs()) >= 20_000;
  });
  await mark;
  const laterMs = await nowMs();
  await local.back10().tap();
  await until('it is ten seconds earlier', async () => (await nowMs()) <= laterMs - 9_000);
});

further(
  'on its side the playing picture fills the screen, and after 3 s only Stop and the strip lie over it',
  async () => {
    const page = pageNow();
    const local = player(page);
    await openFilm(page);
    await local.play().tap();
    await follows(device(), mediumOf(page));
    await page.setViewportSize(PHONE_ON_ITS_SIDE);
    // A phone with notches: Stop and the strip stay clear of them, the picture does not.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: NOTCH_PX, right: NOTCH_PX } });
    const stop = local.stage().getByRole('button', { name: words('dock.stop'), exact: true });
    const strip = local.stage().getByRole('img', { name: words('strip.label'), exact: true });
    await until('the picture has the whole screen', async () => {
      const box = await local.picture().boundingBox();
      return box?.width === PHONE_ON_ITS_SIDE.width && box.height === PHONE_ON_ITS_SIDE.height;
    });
    expect((await strip.boundingBox())?.x).toBeGreaterThanOrEqual(NOTCH_PX);
    const { x = 0, width = 0 } = (await stop.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(PHONE_ON_ITS_SIDE.width - NOTCH_PX);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
    await local.pause().waitFor({ state: 'hidden' });
    await strip.waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await tapPicture(page, 0.5);
    await local.pause().waitFor();
    expect((await local.medium()).paused).toBe(false);
    await stop.tap();
    await until('Stop has paused the video', async () => (await local.medium()).paused);
    await rests();
    await local.play().waitFor();
    await page.setViewportSize(PHONE);
    await until(
      'the page is back',
      async () => ((await local.picture().boundingBox())?.height ?? 0) < PHONE.height / 2,
    );
  },
);

further('on its side a device that is lost after the controls have gone is named over the picture', async () => {
  const page = pageNow();
  const local = player(page);
  await openFilm(page);
  await page.setViewportSize(PHONE_ON_ITS_SIDE);
  await local.play().tap();
  await follows(device(), mediumOf(page));
  await until('the controls have gone', async () => (await local.stage().getAttribute('data-idle')) !== null);
  const away = local.stage().getByText(words('player.sync.deviceAway'), { exact: true }).first();
  await suite.tactus.setConnected('DemoHandy1', false);
  await away.waitFor();
  expect(await local.stage().getAttribute('data-idle')).not.toBeNull();
  await suite.tactus.setConnected('DemoHandy1', true);
  await away.waitFor({ state: 'hidden' });
});

further('on its side the page comes back by a button, and stays until the phone is turned again', async () => {
  const page = pageNow();
  const local = player(page);
  await openFilm(page);
  await page.setViewportSize(PHONE_ON_ITS_SIDE);
  await local.play().click();
  const leave = local.stage().getByRole('button', { name: words('player.side.leave'), exact: true });
  await leave.focus();
  await page.keyboard.press('Enter');
  await leave.waitFor({ state: 'hidden' });
  expect((await local.medium()).paused).toBe(false);
  await page.setViewportSize(PHONE);
  // The page learns of the upright phone with the next frame.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  await page.setViewportSize(PHONE_ON_ITS_SIDE);
  await leave.waitFor({ state: 'attached' });
});

/** The brightest channel of the lower left pixel of the seek bar, 0-255. */
const seekBarBrightness = (page: Page) =>
  player(page)
    .stage()
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) =>
      Math.max(
        ...(canvas
          .getContext('2d')
          ?.getImageData(30, canvas.height - 3, 1, 1)
          .data.slice(0, 3) ?? [255]),
      ),
    );

further(
  'on its side a finger sets the volume on the right half, and on the left half lowers the intensity, never more',
  async () => {
    const page = pageNow();
    const local = player(page);
    await openFilm(page);
    const finger = await fingerOn(page);
    const volume = () => local.video().evaluate((video: HTMLVideoElement) => video.volume);
    const intensity = async () => Number(await local.intensity().inputValue());
    // Upright, a finger that moves up or down scrolls the page.
    await finger.swipe({ x: 300, y: 250 }, { x: 300, y: 150 });
    await finger.swipe({ x: 60, y: 150 }, { x: 60, y: 250 });
    expect([await volume(), await intensity()]).toEqual([1, 100]);
    await page.setViewportSize(PHONE_ON_ITS_SIDE);
    await local.play().click();
    const leave = local.stage().getByRole('button', { name: words('player.side.leave'), exact: true });
    await leave.waitFor({ state: 'attached' });

    const readout = onceShown(page, words('player.volume'));
    await finger.swipe({ x: 500, y: 80 }, { x: 500, y: 150 });
    await until('the volume is lower', async () => (await volume()) < 0.9);
    await readout;
    const low = await volume();
    await finger.swipe({ x: 500, y: 120 }, { x: 500, y: 70 });
    await until('the volume is higher', async () => (await volume()) > low);

    await finger.swipe({ x: 200, y: 60 }, { x: 200, y: 140 });
    await until('the intensity is lower', async () => (await intensity()) < 90);
    const softened = await intensity();
    await finger.swipe({ x: 200, y: 120 }, { x: 200, y: 40 });
    await page.keyboard.press('Shift+ArrowDown');
    await until('the key has lowered the volume', async () => (await volume()) < 1);
    expect(await intensity()).toBe(softened);
    expect((await local.medium()).paused).toBe(false);

    // In the light theme too, all over the picture is dark.
    await page.evaluate(() => {
      document.documentElement.dataset['mode'] = 'light';
    });
    await until('the seek bar is dark', async () => (await seekBarBrightness(page)) < 90);
    await page.setViewportSize(PHONE);
    await until('below the picture it is light again', async () => (await seekBarBrightness(page)) > 180);
  },
);

further('over a picture that fills the screen the panels open beside it, and Stop stays in its place', async () => {
  const page = pageNow();
  const local = player(page);
  await openFilm(page);
  await page.setViewportSize(PHONE_ON_ITS_SIDE);
  await local.play().click();
  const panels = local.stage().getByRole('button', { name: words('player.panels'), exact: true });
  const stop = local.stage().getByRole('button', { name: words('dock.stop'), exact: true });
  await panels.tap();
  const tab = local.stage().getByRole('tab').first();
  await tab.waitFor();
  const tabTop = (await tab.boundingBox())?.y;
  // Its content scrolls, under the tabs and beside Stop.
  const sheet = await local.stage().locator('[data-sheet]').boundingBox();
  await local
    .stage()
    .getByRole('tabpanel')
    .evaluate((content) => content.scrollTo(0, content.scrollHeight));
  expect((await tab.boundingBox())?.y).toBe(tabTop);
  expect((sheet?.x ?? 0) + (sheet?.width ?? 0)).toBeLessThanOrEqual((await stop.boundingBox())?.x ?? 0);
  await local
    .stage()
    .getByRole('slider', { name: words('player.intensity'), exact: true })
    .press('Home');
  await until('the intensity is 0', async () => (await local.intensity().inputValue()) === '0');
  for (const size of ['200%', '']) {
    await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
    expect(await axeFindings(page)).toEqual([]);
    expect(await textFaults(page)).toEqual([]);
  }
  const { x = 0, y = 0, width = 0, height = 0 } = (await stop.boundingBox()) ?? {};
  const atStop = await page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.getAttribute('aria-label'),
    [x + width / 2, y + height / 2] as const,
  );
  expect(atStop ?? (await stop.textContent())).toContain(words('dock.stop'));
  await panels.tap();
  await tab.waitFor({ state: 'detached' });
  expect((await local.medium()).paused).toBe(false);

  // One tap hides the screen, also once the other controls have gone.
  await until('the controls have gone', async () => (await local.stage().getAttribute('data-idle')) !== null);
  await local
    .stage()
    .getByRole('button', { name: words('app.hide'), exact: true })
    .tap();
  await page.getByRole('button', { name: words('app.hidden.back'), exact: true }).waitFor();
  expect((await local.medium()).paused).toBe(true);
  await rests();
});

const SUBTITLES = {
  name: 'test-clip.srt',
  mimeType: 'application/x-subrip',
  buffer: Buffer.from('1\n00:00:10,000 --> 00:00:20,000\n<i>The second part</i>\n'),
};

further('subtitles are shown in the size and with the delay that the person sets, and are switched off', async () => {
  const page = pageNow();
  const local = player(page);
  await openFilm(page);
  await player(page).files().setInputFiles(SUBTITLES);
  const line = local.stage().getByText('The second part', { exact: true });
  await local.on10().tap();
  await line.waitFor();
  const height = async () => (await line.boundingBox())?.height ?? 0;
  const normal = await height();
  await page.getByRole('radio', { name: '200 %', exact: true }).check({ force: true });
  await until('the subtitles are larger', async () => (await height()) > normal * 1.5);
  await page.getByRole('button', { name: words('player.subtitles.later'), exact: true }).tap();
  await line.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: words('player.subtitles.earlier'), exact: true }).tap();
  await line.waitFor();
  const onOff = local.stage().getByRole('button', { name: words('player.subtitles.show'), exact: true });
  await onOff.tap();
  await line.waitFor({ state: 'detached' });
  expect(await onOff.getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('c');
  await line.waitFor();
});

/** Records the functions that the page sets for media keys, and lets a test press one. */
const RECORD_MEDIA_KEYS = `window.mediaKeys = {};
navigator.mediaSession.setActionHandler = (action, run) => { window.mediaKeys[action] = run; };`;

further(
  'media keys pause film and device, jump and go on, under a name that tells nothing until the person shows the title',
  async () => {
    // A page of its own: the script would stay for the next test.
    const { page, complaints, close } = await visit(suite.browser, { viewport: PHONE });
    const local = player(page);
    await page.addInitScript(RECORD_MEDIA_KEYS);
    await page.goto(urlOf('/local'));
    await dock(page).shows('connection.ready');
    const press = (action: string, details: object = {}) =>
      page.evaluate(
        ([key, more]) => {
          const { mediaKeys } = window as unknown as { mediaKeys: Record<string, ((details: object) => void) | null> };
          mediaKeys[key]?.(more);
        },
        [action, details] as const,
      );
    await openFilm(page);
    await press('play');
    await follows(device(), mediumOf(page));
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(words('app.name'));
    // A window of its own for the picture leaves Stop in the page.
    const ownWindow = local.stage().getByRole('button', { name: words('player.ownWindow'), exact: true });
    await ownWindow.tap();
    await until('the picture is out', async () => (await ownWindow.getAttribute('aria-pressed')) === 'true');
    await dock(page).stop().waitFor();
    await ownWindow.tap();
    await press('pause');
    await until('the video is paused', async () => (await local.medium()).paused);
    await rests();
    const beforeMs = (await local.medium()).ms;
    await press('seekforward');
    await until('it is ten seconds later', async () => (await local.medium()).ms > beforeMs + 9_000);
    await press('seekbackward', { seekOffset: 5 });
    await until('it is five seconds earlier', async () => (await local.medium()).ms < beforeMs + 6_000);
    await local.panel('script').tap();
    await page.getByRole('switch', { name: words('player.showTitle'), exact: true }).tap();
    const title = () => page.evaluate(() => navigator.mediaSession.metadata?.title);
    await until('the title of the film is shown', async () => (await title()) === 'test-clip');
    await press('seekto', { seekTime: 30 });
    await until('it is at 30 s', async () => Math.abs((await local.medium()).ms - 30_000) < 500);
    expect(complaints).toEqual([]);
    await close();
  },
);

further(
  'several films chosen at once are a tap away, each with its own script, and one goes on to the next',
  async () => {
    const page = pageNow();
    const local = player(page);
    const second = { name: 'turned.webm', mimeType: 'video/webm', buffer: readFileSync(TEST_CLIP) };
    const first = { ...second, name: 'test-clip.webm' };
    await local.files().setInputFiles([first, second, EVEN_SCRIPT, TURNED_SCRIPT]);
    await local.stage().getByText(EVEN_SCRIPT.name).waitFor();
    await local.nextEntry().tap();
    await local.stage().getByText(TURNED_SCRIPT.name).waitFor();
    await local.previousEntry().tap();
    await local.stage().getByText(EVEN_SCRIPT.name).waitFor();
    await local.play().tap();
    await follows(device(), mediumOf(page));
    await local.video().evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 1;
    });
    await local.stage().getByText(TURNED_SCRIPT.name).waitFor();
    await until('the second film plays', async () => {
      const { ms, paused } = await local.medium();
      return !paused && ms > 0;
    });
    await until('the device moves', () => device().isMoving());
    await local.panel('next').tap();
    await page.getByText(words('player.next.goesOn')).waitFor();
  },
);

further('the next and the previous entry of the library are a tap away', async () => {
  const page = pageNow();
  const local = player(page);
  const shelf = library(page);
  await shelf.addInput().setInputFiles([EVEN_SCRIPT, TURNED_SCRIPT]);
  await shelf.shows(/^2 entries$/);
  await shelf.entry('test-clip').tap();
  await local.nextEntry().tap();
  await local.stage().getByText('turned').waitFor();
  await local.previousEntry().tap();
  await local.stage().getByText('test-clip').waitFor();
  await until('the device moves', () => device().isMoving());
});
