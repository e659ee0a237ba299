/** Devices that follow the one in use, where a script or a run moves it: by touch, with two that follow, one without a slider. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beatbox } from './app/beatbox.ts';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { openFilm, player } from './app/player.ts';
import { random } from './app/random.ts';
import { type MadeDevice, madeDevice } from './harness/made-device.ts';
import { further } from './harness/profile.ts';
import { storeSettings } from './harness/stored-settings.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
/** Two devices whose scripts are this near are in step, ms. */
const IN_STEP_MS = 20;
/** Two sliders are at the same place within so many percent of the stroke. */
const SAME_PLACE_PERCENT = 3;
const NAMES = ['Desk', 'Left', 'Lamp'] as const;
let person: Visit;
/** The device in use, one that follows, and one that follows and has no slider. */
let keys: readonly [string, string, string];
let follower: MadeDevice;

beforeEach(async () => {
  const { url } = suite.tactus;
  const [own, second, vibrating] = await Promise.all([
    madeDevice(url, '4.1.0'),
    madeDevice(url, '4.1.0'),
    madeDevice(url, '4.1.0', 'oh'),
  ]);
  keys = [own.key, second.key, vibrating.key];
  follower = second;
  person = await visitAgain(suite.browser, { viewport: PHONE });
  await storeSettings(person.page, url, {
    connectionKey: own.key,
    multicastActive: true,
    linkedDevices: keys.map((connectionKey, index) => ({
      ...{ connectionKey, follows: index > 0, nickname: NAMES[index] },
    })),
  });
});
afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.close();
});

async function open(path: string, takingPart = 2): Promise<void> {
  await person.page.goto(`${suite.tactus.url}${path}`);
  await dock(person.page).shows('connection.ready');
  await dock(person.page).bar().getByText(`The Handy + ${takingPart}`, { exact: true }).waitFor();
}

interface Player {
  readonly play_state: number;
  readonly current_time: number;
  readonly playback_rate: number;
}
const playerOf = (key: string) => suite.tactus.device(key).now<Player>('/hsp/state');
const strokes = async (key: string) => (await suite.tactus.device(key).hamp()).play_state === 1;
/** A text that names these devices. */
const named = (key: string, devices: string) => words(key).replace('{devices}', devices);
const vibrates = async () => (await suite.tactus.device(keys[2]).get<{ enabled: boolean }>('/hvp/state')).enabled;

/** Where a slider is, percent of its stroke. */
async function placeOf(key: string): Promise<number> {
  const device = suite.tactus.device(key);
  const [{ position_absolute }, { min_absolute, max_absolute }] = await Promise.all([
    device.now<{ position_absolute: number }>('/slider/state'),
    device.get<{ min_absolute: number; max_absolute: number }>('/slider/stroke'),
  ]);
  return ((position_absolute - min_absolute) / (max_absolute - min_absolute)) * 100;
}

async function chooseSameMotion(): Promise<void> {
  await person.page.goto(`${suite.tactus.url}/link`);
  const same = person.page.getByRole('radio', { name: words('link.motion.same'), exact: true });
  await same.tap();
  expect(await same.isChecked()).toBe(true);
}

const atTheSamePlace = () =>
  until('both sliders are at the same place', async () => {
    const [one, other] = await Promise.all([placeOf(keys[0]), placeOf(keys[1])]);
    return Math.abs(one - other) < SAME_PLACE_PERCENT;
  });

/** How far apart the two players are in time, ms; undefined where one does not play. */
async function apartMs(): Promise<number | undefined> {
  const [one, other] = await Promise.all([playerOf(keys[0]), playerOf(keys[1])]);
  if (one.play_state !== 1 || other.play_state !== 1) return undefined;
  return Math.abs(one.current_time - other.current_time) / one.playback_rate;
}

const inStep = () =>
  until('both sliders play the script in step, and the third device vibrates', async () => {
    const apart = await apartMs();
    return apart !== undefined && apart <= IN_STEP_MS && (await vibrates());
  });

const restAll = () =>
  until('all of them rest', async () => {
    const players = await Promise.all([playerOf(keys[0]), playerOf(keys[1])]);
    return players.every(({ play_state }) => play_state !== 1) && !(await vibrates());
  });

test('a film moves the device in use and those that follow in step, through a seek and a pause, and one Stop rests all', async () => {
  await open('/local');
  await openFilm(person.page);
  const film = player(person.page);
  await film.sendBy('stream');
  await film.play().tap();
  await inStep();
  await film.on10().tap();
  await inStep();
  await film.pause().tap();
  await restAll();
  await film.play().tap();
  await inStep();
  await dock(person.page).stop().tap();
  await restAll();
});

test('a script that is uploaded moves those that follow too', async () => {
  await open('/local');
  await openFilm(person.page);
  const film = player(person.page);
  await film.sendBy('upload');
  await film.play().tap();
  await inStep();
  await dock(person.page).stop().tap();
  await restAll();
});

test('a page that is closed rests the device in use and those that follow', async () => {
  await open('/local');
  await openFilm(person.page);
  await player(person.page).sendBy('stream');
  await player(person.page).play().tap();
  await inStep();
  await Promise.all([person.page.waitForEvent('close'), person.page.close({ runBeforeUnload: true })]);
  await restAll();
});

test('a Stop that does not reach one that follows names it above the page and in the dock, until it is back and rests', async () => {
  const { page } = person;
  await open('/hamp', 1);
  await manual(page).start().tap();
  await until('both make strokes', async () => (await strokes(keys[0])) && (await strokes(keys[1])));
  await suite.tactus.setConnected(keys[1], false);
  await page.getByRole('alert').getByText(named('trouble.followerLost.text', 'Left')).waitFor();
  await dock(page).stop().tap();
  const alert = page.getByRole('alert').getByText(named('banner.stopFailed.several', 'Left'));
  await alert.waitFor();
  await dock(page)
    .status()
    .filter({ hasText: named('dock.stopFailed.several', 'Left') })
    .waitFor();
  expect(await strokes(keys[0])).toBe(false);
  await suite.tactus.setConnected(keys[1], true);
  await until('it rests too', async () => !(await strokes(keys[1])));
  await alert.waitFor({ state: 'detached' });
});

test('the sheet of the device names who takes part, and what keeps the others from it', async () => {
  const { page } = person;
  const sheet = page.getByRole('dialog', { name: words('home.device'), exact: true });
  const shows = (device: string, key: string) =>
    sheet
      .locator(`dt:text-is("${device}") + dd`)
      .filter({ hasText: words(key) })
      .waitFor();
  await open('/hamp', 1);
  await dock(page).name().tap();
  await shows('Left', 'link.part.follows');
  await shows('Lamp', 'link.part.out');
  await suite.tactus.setConnected(keys[1], false);
  await shows('Left', 'connection.lost');
  await suite.tactus.setConnected(keys[1], true);
  await shows('Left', 'link.part.follows');

  await open('/local');
  await openFilm(page);
  await player(page).sendBy('stream');
  await player(page).play().tap();
  await inStep();
  await follower.do({ press: { button: 'POWER', event: 'SHORT_PRESS' } });
  await dock(page).name().tap();
  await shows('Left', 'link.part.rests');
  await shows('Lamp', 'link.part.follows');
  await page.keyboard.press('Escape');
  await restAll();
});

test('with the same motion chosen, strokes are in step, through another speed, a loss and a run, and one Stop rests all', async () => {
  const { page } = person;
  await chooseSameMotion();
  await open('/hamp', 1);
  await manual(page).start().tap();
  await inStep();
  // The device without a slider vibrates with the strokes.
  await dock(page).bar().getByText('The Handy + 2', { exact: true }).waitFor();
  await atTheSamePlace();
  await manual(page).speed().press('PageUp');
  await inStep();
  await suite.tactus.setConnected(keys[1], false);
  await page.getByRole('alert').getByText(named('trouble.followerLost.text', 'Left')).waitFor();
  await suite.tactus.setConnected(keys[1], true);
  await inStep();
  await manual(page).stop().waitFor();
  await dock(page).stop().tap();
  await restAll();
  await manual(page).start().waitFor();

  await open('/random-classic', 1);
  await random(page).start().tap();
  await inStep();
  await page.goto(`${suite.tactus.url}/about`);
  await restAll();
});

further(
  'strokes in step go on in a stroke that another program sets at one that follows, and one Stop rests all',
  async () => {
    const { page } = person;
    await chooseSameMotion();
    await open('/hamp', 1);
    await manual(page).start().tap();
    await inStep();
    await suite.tactus.device(keys[1]).put('/slider/stroke', { min: 0.3, max: 0.6 });
    await inStep();
    await atTheSamePlace();
    await manual(page).stop().tap();
    await restAll();
  },
);

further('a beat moves those that follow in step, and its stop rests all', async () => {
  await open('/beatbox');
  await beatbox(person.page).starter().tap();
  await beatbox(person.page).play().tap();
  await inStep();
  await beatbox(person.page).stop().tap();
  await restAll();
});

further('a random run moves those that follow with a slider, and leaving it rests them', async () => {
  await open('/random-classic', 1);
  await random(person.page).start().tap();
  await until('both make strokes', async () => (await strokes(keys[0])) && (await strokes(keys[1])));
  await person.page.goto(`${suite.tactus.url}/about`);
  await until('both rest', async () => !(await strokes(keys[0])) && !(await strokes(keys[1])));
});
