import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect } from 'vitest';
import { beatbox } from './app/beatbox.ts';
import { dock } from './app/dock.ts';
import { tabTo } from './app/tab-to.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
const PLAYING = 1;

let person: Visit;

interface HspState {
  readonly play_state: number;
  readonly current_time: number;
  readonly first_point_time: number;
  readonly last_point_time: number;
}

const device = () => suite.tactus.device(KEY);
const state = () => device().now<HspState>('/hsp/state');
const plays = async () => (await state()).play_state === PLAYING;
const percent = async () => (await device().now<{ position: number }>('/slider/state')).position * 100;
const stands = () => until('the slider stands still', async () => !(await device().isMoving()));

/** Up from 10 % to 100 % over five columns and down again: a lap of 2.5 s at 60 BPM. */
const HILL = [
  { column: 0, row: 9 },
  { column: 4, row: 0 },
  { column: 9, row: 9 },
];
const HILL_LEVELS = ['10', '30', '60', '80', '100', '80', '60', '50', '30', '10'];
const hillAt = (lapMs: number) => (ms: number) => {
  const column = ((ms % lapMs) / lapMs) * 10;
  const levels = [...HILL_LEVELS.map(Number), 10];
  const [before = 0, after = 0] = [levels[Math.floor(column)], levels[Math.floor(column) + 1]];
  return before + (after - before) * (column % 1);
};

/** The smallest deviation of the slider from the curve between two readings of the device's clock, per cent. */
async function off(courseAt: (streamMs: number) => number): Promise<number> {
  const before = (await state()).current_time;
  const isAt = await percent();
  const after = (await state()).current_time;
  const samples = Array.from({ length: 21 }, (_, sample) => before + ((after - before) * sample) / 20);
  return Math.min(...samples.map((ms) => Math.abs(courseAt(ms) - isAt)));
}

/** The device reports positions on the curve: several readings in a row. */
async function follows(courseAt: (streamMs: number) => number): Promise<void> {
  let good = 0;
  await until('the device is where the beat is', async () => {
    good = (await off(courseAt)) < 12 ? good + 1 : 0;
    return good >= 6;
  });
}

async function openPage(viewport: typeof PHONE | typeof DESKTOP) {
  person = await visitAgain(suite.browser, { viewport });
  await person.page.goto(`${suite.tactus.url}/beatbox?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  return beatbox(person.page);
}

beforeEach(async () => {
  await device().put('/slider/stroke', { min: 0, max: 1 });
});
afterEach(async () => {
  await device().put('/hsp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

further(
  'a beat is painted, saved, played through its seams, sped up while it plays, stopped, kept, exported and imported',
  async () => {
    const page = await openPage(PHONE);
    await page.shows('beatbox.phase.empty');
    // A phone has no keys to draw with.
    expect(await person.page.getByText(words('beatbox.grid.keys')).count()).toBe(0);
    await page.paint(...HILL);
    expect(await page.levels()).toEqual(HILL_LEVELS);
    await page.name().fill('Hill');
    await page.save().click();
    await page.showsText(words('beatbox.isSaved'));

    await page.play().click();
    await until('the device plays', plays);
    await page.shows('beatbox.phase.playing');
    await until('the second lap plays', async () => (await state()).current_time > 2_600);
    await follows(hillAt(2_500));

    await page.twice().click();
    expect(await page.tempo().textContent()).toBe('120 BPM');
    const changedMs = (await state()).current_time;
    await until('the new tempo plays', async () => (await state()).current_time > changedMs + 4_500);
    // In any lap: changed in its middle, laps of half the time begin half a lap after the old ones.
    await follows((ms) => hillAt(1_250)(ms - 625));
    expect(await plays()).toBe(true);

    await page.stop().click();
    await dock(person.page).shows('dock.stopped');
    await stands();
    expect(await plays()).toBe(false);
    await page.shows('beatbox.phase.stopped');

    await person.page.reload();
    await dock(person.page).shows('connection.ready');
    expect(await page.levels()).toEqual(HILL_LEVELS);
    expect(await page.tempo().textContent()).toBe('120 BPM');
    await page.open('Hill').waitFor();

    const [file] = await Promise.all([person.page.waitForEvent('download'), page.export().click()]);
    expect(file.suggestedFilename()).toBe('Hill.funscript');
    const text = await readFile(await file.path(), 'utf8');
    const { actions } = JSON.parse(text) as { actions: { at: number; pos: number }[] };
    expect(actions.map(({ at }) => at)).toEqual([0, 125, 250, 375, 500, 625, 750, 875, 1_000, 1_125, 1_250]);
    expect(actions.map(({ pos }) => `${pos}`)).toEqual([...HILL_LEVELS, '10']);
    await page.fresh().click();
    expect((await page.levels()).join('')).toBe('');
    await page
      .importFile()
      .setInputFiles({ name: 'bad.funscript', mimeType: 'application/json', buffer: Buffer.from('{') });
    await page.alert().filter({ hasText: 'Invalid Json in script' }).waitFor();
    await page
      .importFile()
      .setInputFiles({ name: 'Hill.funscript', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.showsText(words('beatbox.imported').replace('{name}', 'Hill'));
    expect(await page.levels()).toEqual(HILL_LEVELS);
  },
);

deeper('works by keyboard alone: draw, save, play, Escape, sort and play a playlist', async () => {
  const page = await openPage(DESKTOP);
  const { keyboard } = person.page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await tabTo(person.page, page.cell(1, 100));
  await press('PageDown', 'Space', 'ArrowRight', 'ArrowRight', 'PageUp', 'ArrowDown', 'ArrowDown', 'Space');
  expect((await page.levels()).slice(0, 4)).toEqual(['10', '', '80', '']);
  await press('ArrowRight', 'Space', 'Delete', 'End', 'Enter');
  expect(await page.levels()).toEqual(['10', '', '80', '', '', '', '', '', '', '80']);
  await press('Enter');
  expect((await page.levels()).at(-1)).toBe('');

  await tabTo(person.page, page.play());
  await press('Enter');
  await until('the device plays', plays);
  await until('it is up', async () => (await percent()) > 70);
  await press('Escape');
  await dock(person.page).shows('dock.stopped');
  await stands();

  const saveAs = async (name: string) => {
    await page.name().focus();
    await press('ControlOrMeta+a');
    await keyboard.type(name);
    await tabTo(person.page, page.save());
    await press('Enter');
  };
  await saveAs('One');
  await page.fresh().focus();
  await press('Enter');
  await page.cell(1, 100).focus();
  await press('Space', 'End', 'PageDown', 'Space');
  await saveAs('Two');
  expect(await page.names()).toEqual(['One', 'Two']);
  await page.handle('One').focus();
  await press('Space');
  const isAt = (place: string) =>
    person.page
      .getByText(words('beatbox.sort.over').replace('{what}', 'One').replace('{place}', place))
      .waitFor({ state: 'attached' });
  await isAt('1');
  await press('ArrowDown');
  await isAt('2');
  await press('Space');
  await until('it is moved', async () => (await page.names()).join() === 'Two,One');

  for (const name of ['One', 'Two']) {
    await page.enlist(name).focus();
    await press('Enter');
  }
  await page.moreRepeats('One').focus();
  await press('Enter');
  await page.playPlaylist().focus();
  await press('Enter');
  await until('the device plays', plays);
  await page.shows('beatbox.phase.playlist');
  await until('the second beat plays', async () => (await percent()) > 90);
  await page.stopPlaylist().focus();
  await press('Enter');
  await stands();
  expect(await plays()).toBe(false);
});
