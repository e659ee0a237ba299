import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { streamLab } from './app/stream-lab.ts';
import { tabTo } from './app/tab-to.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
const [PLAYING, PAUSED] = [1, 3];

let person: Visit;

interface HspState {
  readonly play_state: number;
  readonly current_time: number;
  readonly playback_rate: number;
}

const device = () => suite.tactus.device(KEY);
const state = () => device().now<HspState>('/hsp/state');
const is = async (playState: number) => (await state()).play_state === playState;
const percent = async () => (await device().now<{ position: number }>('/slider/state')).position * 100;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const stands = () => until('the slider stands still', async () => !(await device().isMoving()));

/** Twenty per cent for five seconds, then up to eighty. */
const DRAWN = [
  { along: 0, percent: 20 },
  { along: 0.5, percent: 20 },
  { along: 1, percent: 80 },
];
const drawnAt = (ms: number) => (ms < 5_000 ? 20 : 20 + ((ms - 5_000) / 5_000) * 60);

const SCRIPT_MS = 6_000;
/** A triangle from 90 % to 30 % and back. */
const OWN = { actions: [0, 3_000, SCRIPT_MS].map((at) => ({ at, pos: at === 3_000 ? 30 : 90 })) };
const ownAt = (ms: number) => 90 - (60 * Math.min(ms, SCRIPT_MS - ms)) / 3_000;

/** For a while the device reports positions on the curve. */
async function follows(courseAt: (ms: number) => number, forMs: number): Promise<void> {
  for (const end = performance.now() + forMs; performance.now() < end; await pause(150)) {
    const before = (await state()).current_time;
    const [isAt, after] = [await percent(), (await state()).current_time];
    expect(Math.abs(isAt - courseAt((before + after) / 2)), `at ${before} ms`).toBeLessThan(6);
  }
}

async function openPage(viewport: typeof PHONE | typeof DESKTOP): Promise<ReturnType<typeof streamLab>> {
  person = await visitAgain(suite.browser, { viewport });
  await person.page.goto(`${suite.tactus.url}/hsp?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  return streamLab(person.page);
}

beforeEach(async () => {
  await device().put('/slider/stroke', { min: 0, max: 1 });
});
afterEach(async () => {
  await device().put('/hsp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

test('the device follows the drawn curve; it pauses, resumes, survives a flush, and stops', async () => {
  const page = await openPage(PHONE);
  await page.draw(...DRAWN);
  await page.play().click();
  await until('the device plays', () => is(PLAYING));
  await page.shows('hsp.phase.playing');
  await until('the drawn rise is reached', async () => (await state()).current_time > 4_500);
  await follows(drawnAt, 1_500);

  await page.pause().click();
  await until('the device pauses', () => is(PAUSED));
  await page.shows('hsp.phase.paused');
  await stands();
  const paused = await percent();
  await page.resume().click();
  await until('the device plays on', () => is(PLAYING));
  await until('it rises', async () => (await percent()) > paused + 3);
  await follows(drawnAt, 600);

  await page.flush().click();
  await until('what was flushed is sent again, and the next lap plays', async () => {
    const { play_state, current_time } = await state();
    return play_state === PLAYING && current_time > 10_500;
  });
  await until('the slider is on the course', async () => {
    const { current_time } = await state();
    return Math.abs((await percent()) - drawnAt(current_time % 10_000)) < 6;
  });
  await page.stop().click();
  await dock(person.page).shows('dock.stopped');
  await stands();
  expect(await is(PLAYING)).toBe(false);
});

deeper('a curve drawn during play is followed from then on, and the rate changes without a stop', async () => {
  const page = await openPage(DESKTOP);
  await page.play().click();
  await until('the device plays', () => is(PLAYING));
  await page.draw({ along: 0, percent: 70 }, { along: 1, percent: 70 });
  await until('the device rests at 70 %', async () => Math.abs((await percent()) - 70) < 3);
  const restsAtMs = (await state()).current_time;
  await until('a second of it goes by', async () => (await state()).current_time > restsAtMs + 1_000);
  expect(Math.abs((await percent()) - 70)).toBeLessThan(3);
  expect(await is(PLAYING)).toBe(true);
  await page.logged('PUT /hsp/add').first().waitFor();

  for (let presses = 0; presses < 4; presses += 1) await page.faster().click();
  await until('it plays twice as fast', async () => (await state()).playback_rate === 2);
  const [fromMs, from] = [(await state()).current_time, performance.now()];
  await until('three seconds of it go by', async () => (await state()).current_time > fromMs + 3_000);
  const speed = ((await state()).current_time - fromMs) / (performance.now() - from);
  expect(speed).toBeGreaterThan(1.8);
  expect(speed).toBeLessThan(2.2);
  await until('the second lap plays', async () => (await state()).current_time > 10_000);
  await person.page.keyboard.press('Escape');
  await dock(person.page).shows('dock.stopped');
  await stands();
});

further(
  'the person’s own script is played to its end; a bad one is refused with the specification’s text and the first stays',
  async () => {
    const page = await openPage(PHONE);
    await page.fromScript().check();
    const load = (name: string, content: string) =>
      page.file().setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await load('own.funscript', JSON.stringify(OWN));
    await page.showsText('own.funscript');
    await load('bad.funscript', '{"actions": ');
    await page.alert().filter({ hasText: 'Invalid Json in script' }).waitFor();
    await page
      .alert()
      .filter({ hasText: words('hsp.file.kept') })
      .waitFor();
    await load('short.funscript', '{"actions": [{"at": 0, "pos": 5}]}');
    await page.alert().filter({ hasText: 'Need at least 2 points' }).waitFor();
    await page.showsText('own.funscript');

    await page.loop().click();
    await page.play().click();
    await until('the device plays', () => is(PLAYING));
    await until('it has begun', async () => (await state()).current_time > 300);
    await follows(ownAt, 4_500);
    await page.shows('hsp.phase.ended');
    await stands();
    expect(await is(PLAYING)).toBe(false);
  },
);

deeper('works by keyboard alone: draw, play, Escape', async () => {
  const page = await openPage(DESKTOP);
  const { keyboard } = person.page;
  await tabTo(person.page, page.curve);
  for (let place = 0; place <= 20; place += 1) {
    await keyboard.press('End');
    await keyboard.press('ArrowRight');
  }
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowDown');
  expect(await page.curve.getAttribute('aria-valuetext')).toBe('at 5.00 s: 99 %');
  await tabTo(person.page, page.play());
  await keyboard.press('Enter');
  await until('the device plays', () => is(PLAYING));
  await until('it is at the top', async () => (await percent()) > 98);
  await follows(() => 100, 2_000);
  await keyboard.press('Escape');
  await dock(person.page).shows('dock.stopped');
  await stands();
});
