/**
 * The end of a film, in real time: it ends, repeats, and the next entry of a playlist begins, with scripts that end with it,
 * a moment before it, long before it and after it: `npm run deep -- films`, whole films, 20 times each; the last seconds of
 * each with `TACTUS_DEEP_FILMS=1`.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { dock } from './app/dock.ts';
import { mediumOf, offPicture } from './app/following.ts';
import { library } from './app/library.ts';
import { player } from './app/player.ts';
import { madeDevice } from './harness/made-device.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { besidesRefusals, DESKTOP, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();

/** The first 20 s of the test clip. */
const FILM = readFileSync(new URL('./media/twenty-seconds.webm', import.meta.url));
const SCRIPTS_S = [20, 19.9, 10, 30];
const RUNS = Number(process.env['TACTUS_DEEP_FILMS'] ?? 1);
/** Real time in four tabs needs a machine with nothing else to do: an ordinary run leaves it to `ending.property.test.ts`. */
const inDepth = process.env['TACTUS_DEEP_FILMS'] === undefined ? test.concurrent.skip : test.concurrent;
/** Where a film is begun that repeats, and one that is to end, s. */
const [REPEATED_FROM_S, ENDED_FROM_S] = RUNS > 1 ? [0, 0] : [10, 15];
/** Where a seek near the end goes to, s. */
const NEAR_END_S = 17;
/** The device is told to go with the picture within this, ms. */
const IN_STEP_MS = 100;
const PLAYLIST = 'Evening';

/** A script that goes up and down each half second and ends at `endS`. */
function scriptFile(name: string, endS: number) {
  const timesMs = Array.from({ length: Math.ceil(endS * 2) }, (_, half) => half * 500);
  const actions = [...timesMs, endS * 1_000].map((at, index) => ({ at, pos: index % 2 ? 80 : 20 }));
  return { name: `${name}.funscript`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ actions })) };
}

const titleOf = (endS: number) => `film ${endS * 10}`;

/** A playlist of a film for each script, and a script alone at its end. */
async function makePlaylist(page: Page): Promise<void> {
  const shelf = library(page);
  for (const endS of SCRIPTS_S) {
    const title = titleOf(endS);
    const film = { name: `${title}.webm`, mimeType: 'video/webm', buffer: FILM };
    await shelf.addInput().setInputFiles([film, scriptFile(title, endS)]);
  }
  await shelf.addInput().setInputFiles(scriptFile('last', 60));
  await shelf.says(`${SCRIPTS_S.length + 1} entries`);
  await shelf.view(words('player.library.playlists')).check();
  await shelf.playlistName().fill(PLAYLIST);
  await shelf.createPlaylist().click();
  await shelf.view(words('player.library.all')).check();
  for (const title of [...SCRIPTS_S.map(titleOf), 'last']) {
    await shelf.search().fill(title);
    await shelf.says('1 found');
    await choose(shelf.addTo(), PLAYLIST);
  }
  await shelf.view(words('player.library.playlists')).check();
  await expect.poll(() => shelf.order().count()).toBe(SCRIPTS_S.length + 1);
}

const ways = (['stream', 'upload'] as const).flatMap((way) => [true, false].map((isSought) => ({ way, isSought })));

inDepth.each(ways)(
  'a film ends, repeats with its device, and the next entry begins: sent by $way, sought near its end: $isSought',
  async ({ way, isSought }) => {
    const device = await madeDevice(suite.tactus.url, '4.1.1');
    const person = await visit(suite.browser, { viewport: DESKTOP });
    const { page } = person;
    await page.addInitScript('delete window.showOpenFilePicker');
    await page.goto(`${suite.tactus.url}/local?key=${device.key}`);
    await dock(page).says('connection.ready');
    await makePlaylist(page);

    const local = player(page);
    const entry = (title: string) => library(page).order().getByRole('button', { name: title, exact: true });
    /** What the page shows of the film and of the device, for a test that fails. */
    async function shown(): Promise<string> {
      const [said, alerts] = [await local.status().allInnerTexts(), await local.alert().allInnerTexts()];
      const state = await device.seen.now<object>('/hsp/state');
      const films = await local
        .video()
        .evaluateAll((videos: HTMLVideoElement[]) =>
          videos.map(({ currentTime, paused, loop, ended }) => ({ currentTime, paused, loop, ended })),
        );
      return JSON.stringify({ said, alerts, films, state });
    }
    /** Fails with what the page shows where it does not come to that. */
    async function comes(step: Promise<void>): Promise<void> {
      await step.catch(async (error: Error) => {
        throw new Error(`${error.message}; ${await shown()}`);
      });
    }
    const film = (what: string, is: (medium: { ms: number; paused: boolean }) => boolean) =>
      comes(until(what, async () => is(await local.medium())));
    const openTitles = () => library(page).order().locator('[aria-current=true]').allInnerTexts();
    const isOpen = (title: string) =>
      comes(until(`${title} is open`, async () => (await openTitles()).includes(title)));
    /** One look is enough: a look takes seconds where others have most of the processor, and each lap is short. */
    async function isInStep(): Promise<boolean> {
      const off = await offPicture(device.seen, mediumOf(page));
      return off !== undefined && Math.abs(off.ms) <= IN_STEP_MS + off.openMs;
    }
    const goTo = (second: number) =>
      local.video().evaluate((video: HTMLVideoElement, to) => {
        video.currentTime = to;
      }, second);
    async function setLoop(isOn: boolean): Promise<void> {
      const button = page.getByRole('button', { name: words('player.loop'), exact: true });
      const isPressed = async () => (await button.getAttribute('aria-pressed')) === String(isOn);
      if (!(await isPressed())) await button.click();
      await until('it is told to repeat, or not to', isPressed);
    }
    async function playFrom(fromS: number): Promise<void> {
      if (!(await local.medium()).paused) await local.pause().click();
      await film('it is paused', ({ paused }) => paused);
      await goTo(fromS);
      await local.play().click();
      await film('it plays', ({ ms, paused }) => !paused && ms > fromS * 1_000);
      if (isSought) await goTo(NEAR_END_S);
    }
    /** Counts how often the film begins anew, as the page sees it. */
    const countLaps = () =>
      local.video().evaluate((video: HTMLVideoElement) => {
        let lastS = video.currentTime;
        video.addEventListener('timeupdate', () => {
          if (video.currentTime < lastS - 5) video.dataset['laps'] = String(Number(video.dataset['laps'] ?? 0) + 1);
          lastS = video.currentTime;
        });
      });
    const hasRepeated = () =>
      local.video().evaluate((video: HTMLVideoElement) => !video.paused && Number(video.dataset['laps'] ?? 0) > 0);

    for (let run = 0; run < RUNS; run += 1) {
      for (const [index, endS] of SCRIPTS_S.entries()) {
        // What repeats does not go on to the next entry meanwhile. Before anything is open there is nothing to repeat.
        if (run + index > 0) await setLoop(true);
        await entry(titleOf(endS)).click();
        await isOpen(titleOf(endS));
        await setLoop(true);
        await local.way(way).check();
        await film('it has begun', ({ ms, paused }) => !paused && ms > 0);
        await playFrom(REPEATED_FROM_S);
        await countLaps();
        await comes(until('it has begun anew', hasRepeated));
        await comes(until('the device goes with it', isInStep));

        await setLoop(false);
        await playFrom(ENDED_FROM_S);
        await comes(
          until('another entry is open', async () => (await openTitles()).some((title) => title !== titleOf(endS))),
        );
        await comes(until('the device goes with it', () => device.seen.isMoving()));
      }
    }
    expect(besidesRefusals(person.complaints)).toEqual([]);
    await person.close();
  },
  RUNS * 400_000,
);
