/**
 * The end of a film, in real time: it ends, repeats, and the next entry of a playlist begins, with scripts that end with it,
 * a moment before it, long before it and after it, in tabs that play at the same time: whole films, 20 times each, sought and not, in
 * `npm run deep -- films`; the last ten seconds once each in an ordinary run.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { mediumOf, offPicture } from './app/following.ts';
import { library } from './app/library.ts';
import { player } from './app/player.ts';
import { madeDevice } from './harness/made-device.ts';
import { isDeep, isVendor } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until, WAIT_MS } from './harness/until.ts';
import { besidesRefusals, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();

/** The first 20 s of the test clip. */
const FILM = readFileSync(new URL('./media/twenty-seconds.webm', import.meta.url));
/** The scripts of the films of a tab. */
const SCRIPTS_S = [
  [10, 20],
  [19.9, 30],
] as const;
const RUNS = Number(process.env['TACTUS_DEEP_FILMS'] ?? 1);
/** The start of a film that repeats, and of one that is to end, s. */
const [REPEATED_FROM_S, ENDED_FROM_S] = RUNS > 1 ? [0, 0] : [10, 17];
/** The target of a seek near the end, s. */
const NEAR_END_S = 17;
/** A device within this deviation is in sync, ms. */
const IN_STEP_MS = 100;
const PLAYLIST = 'Evening';
/** Less to draw than on a large screen: tabs play at the same time. */
const SMALL_DESKTOP = { width: 960, height: 400 } as const;
/** The interval of checks that take seconds, ms. */
const CHECK_MS = 250;

/** A script that goes up and down each half second and ends at `endS`. */
function scriptFile(name: string, endS: number) {
  const timesMs = Array.from({ length: Math.ceil(endS * 2) }, (_, half) => half * 500);
  const actions = [...timesMs, endS * 1_000].map((at, index) => ({ at, pos: index % 2 ? 80 : 20 }));
  return { name: `${name}.funscript`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ actions })) };
}

const titleOf = (endS: number) => `film ${endS * 10}`;

/** A playlist of a film for each script, and a script alone at its end. */
async function makePlaylist(page: Page, scriptsS: readonly number[]): Promise<void> {
  const shelf = library(page);
  const films = scriptsS.flatMap((endS) => {
    const title = titleOf(endS);
    return [{ name: `${title}.webm`, mimeType: 'video/webm', buffer: FILM }, scriptFile(title, endS)];
  });
  await shelf.addInput().setInputFiles([...films, scriptFile('film without a picture', 60)]);
  await shelf.shows(`${scriptsS.length + 1} entries`);
  await shelf.view(words('player.library.playlists')).check();
  await shelf.playlistName().fill(PLAYLIST);
  await shelf.createPlaylist().click();
  await shelf.view(words('player.library.all')).check();
  await shelf.addToPlaylist([...scriptsS.map(titleOf), 'film without a picture'], PLAYLIST);
  await shelf.view(words('player.library.playlists')).check();
  // Not by `expect.poll`, which does not work in concurrent tests.
  await until('the playlist has its entries', async () => (await shelf.order().count()) === scriptsS.length + 1);
}

const isWhole = RUNS > 1 || isDeep;
/** In an ordinary run each film is either sought or not: sent one way those whose turn it is, sent the other way the others. */
const TABS = (['stream', 'upload'] as const)
  .flatMap((way, turn) => SCRIPTS_S.map((scriptsS, pair) => ({ way, turn, scriptsS, pair })))
  // Behind the vendor's cloud a film ends in the same player: each script is sent in one way.
  .filter(({ turn, pair }) => isWhole || !isVendor || turn === pair);

test.concurrent.each(TABS)(
  'a film ends, repeats with its device, and the next entry begins, sought near its end or not: sent by $way, scripts of $scriptsS s',
  async ({ way, turn, scriptsS }) => {
    const device = await madeDevice(suite.tactus.url, '4.1.1');
    const person = await visit(suite.browser, { viewport: SMALL_DESKTOP, slowScreen: true });
    const { page } = person;
    await page.addInitScript('delete window.showOpenFilePicker');
    await page.goto(`${suite.tactus.url}/local?key=${device.key}`);
    await dock(page).shows('connection.ready');
    await makePlaylist(page, scriptsS);

    const local = player(page);
    const entry = (title: string) => library(page).order().getByRole('button', { name: title, exact: true });
    /** The state of the film and the device on the page, for the message of a failed test. */
    async function shown(): Promise<string> {
      const [status, alerts] = [await local.status().allInnerTexts(), await local.alert().allInnerTexts()];
      const state = await device.seen.now<object>('/hsp/state');
      const films = await local
        .video()
        .evaluateAll((videos: HTMLVideoElement[]) =>
          videos.map(({ currentTime, paused, loop, ended }) => ({ currentTime, paused, loop, ended })),
        );
      return JSON.stringify({ open: await openTitles(), status, alerts, films, state });
    }
    /** Waits without taking much of the processor from other tabs; fails with the state of the page. */
    async function comes(what: string, condition: () => Promise<boolean>): Promise<void> {
      await until(what, condition, WAIT_MS, CHECK_MS).catch(async (error: Error) => {
        throw new Error(`${error.message}; ${await shown()}`);
      });
    }
    const film = (what: string, is: (medium: { ms: number; paused: boolean }) => boolean) =>
      comes(what, async () => is(await local.medium()));
    const openTitles = () => library(page).order().locator('[aria-current=true]').allInnerTexts();
    /** One check is enough: it takes seconds on a busy machine, and each lap is short. */
    async function isInStep(): Promise<boolean> {
      const off = await offPicture(device.seen, mediumOf(page));
      return off !== undefined && Math.abs(off.ms) <= IN_STEP_MS + off.openMs;
    }
    const plays = async () => (await device.seen.now<{ play_state: number }>('/hsp/state')).play_state === 1;
    const goTo = (second: number) =>
      local.video().evaluate((video: HTMLVideoElement, to) => {
        video.currentTime = to;
      }, second);
    async function setLoop(isOn: boolean): Promise<void> {
      const button = page.getByRole('button', { name: words('player.loop'), exact: true });
      const isPressed = async () => (await button.getAttribute('aria-pressed')) === String(isOn);
      if (!(await isPressed())) await button.click();
      await comes('the film is to repeat, or not to', isPressed);
    }
    /** Plays it near its end: by a seek during play, or by a start from there. */
    async function playFrom(fromS: number, isSought: boolean): Promise<void> {
      if (isSought) return goTo(NEAR_END_S);
      if (!(await local.medium()).paused) await local.pause().click();
      await film('the film is paused', ({ paused }) => paused);
      await goTo(fromS);
      // Whether it plays is seen by what comes next: on a busy machine its end is there before a look at it.
      await local.play().click();
    }
    /** Counts how often the film restarts, as the page sees it. */
    const countLaps = () =>
      local.video().evaluate((video: HTMLVideoElement) => {
        let lastS = video.currentTime;
        video.dataset['laps'] = '0';
        video.addEventListener('timeupdate', () => {
          if (video.currentTime < lastS - 5) video.dataset['laps'] = String(Number(video.dataset['laps']) + 1);
          lastS = video.currentTime;
        });
      });
    const hasRepeated = () =>
      local.video().evaluate((video: HTMLVideoElement) => !video.paused && Number(video.dataset['laps']) > 0);

    async function playToItsEnd(title: string, isSought: boolean): Promise<void> {
      await local.showLibrary();
      await entry(title).click();
      // With a film open the library is a panel.
      await local.panel('next').click();
      await comes(`${title} is open`, async () => (await openTitles()).includes(title));
      await setLoop(true);
      await local.sendBy(way);
      await local.showLibrary();
      await film('the film has begun', ({ ms, paused }) => !paused && ms > 0);
      await playFrom(REPEATED_FROM_S, isSought);
      await countLaps();
      await comes('the film has begun anew', hasRepeated);
      await comes('the device goes with the film', isInStep);

      // It must not end before it is played near its end.
      await goTo(0);
      await setLoop(false);
      await playFrom(ENDED_FROM_S, isSought);
      await comes('the next entry is open', async () => !(await openTitles()).includes(title));
      await comes('the device goes with the next entry', plays);
      // A repeating film does not go on to the next entry meanwhile.
      await setLoop(true);
    }

    for (let run = 0; run < RUNS; run += 1)
      for (const isSought of [true, false])
        for (const [place, endS] of scriptsS.entries())
          if (isWhole || isSought === (place === turn)) await playToItsEnd(titleOf(endS), isSought);
    expect(besidesRefusals(person.complaints)).toEqual([]);
    await person.close();
  },
  RUNS * 400_000,
);
