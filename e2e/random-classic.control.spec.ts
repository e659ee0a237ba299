import { afterEach, beforeEach, describe, expect } from 'vitest';
import { dock } from './app/dock.ts';
import { random } from './app/random.ts';
import { tabTo } from './app/tab-to.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const KEY = 'DemoHandy1';

const suite = withTactus();
let person: Visit;

const device = () => suite.tactus.device(KEY);
const plays = async () => (await device().hamp()).play_state === 1;
const rests = async () => !(await plays());

interface Stroke {
  readonly min: number;
  readonly max: number;
  readonly min_absolute: number;
  readonly max_absolute: number;
}
const stroke = () => device().get<Stroke>('/slider/stroke');

/** The lowest and the highest place of the slider over a time, mm. */
async function reach(forMs: number): Promise<{ lowest: number; highest: number }> {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    const mm = await device().positionMm();
    [lowest, highest] = [Math.min(lowest, mm), Math.max(highest, mm)];
  }
  return { lowest, highest };
}

async function openPage(): Promise<ReturnType<typeof random>> {
  await person.page.goto(`${suite.tactus.url}/random-classic?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  return random(person.page);
}

beforeEach(async () => {
  await device().put('/slider/stroke', { min: 0, max: 1 });
  person = await visitAgain(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  await suite.tactus.setConnected(KEY, true);
  await device().put('/hamp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

describe('random strokes', () => {
  further(
    'move inside the window of the pick, and reset the window to the whole stroke when they are over',
    async () => {
      const page = await openPage();
      await page.start().click();
      await until('the device plays', plays);
      const { min_absolute: minMm, max_absolute: maxMm } = await stroke();
      const isInside = (mm: number) => mm > minMm + 0.19 * (maxMm - minMm) && mm < minMm + 0.81 * (maxMm - minMm);
      await until('it has come from where it stood into the window', async () => isInside(await device().positionMm()));
      const { lowest, highest } = await reach(1_500);
      expect([lowest, highest].map(isInside)).toEqual([true, true]);

      await person.page.keyboard.press('Escape');
      await dock(person.page).shows('dock.stopped');
      await device().put('/hamp/start');
      await device().put('/hamp/velocity', { velocity: 1 });
      const places: number[] = [];
      await until('it goes farther than any pick, which reaches over 0.6 at the most', async () => {
        places.push(await device().positionMm());
        return Math.max(...places) - Math.min(...places) > 0.7 * (maxMm - minMm);
      });
    },
  );

  further('are not continued after the device was lost', async () => {
    await person.close();
    person = await visit(suite.browser, { viewport: PHONE });
    await person.page.clock.install();
    const page = await openPage();
    await page.start().click();
    await until('the device plays', plays);
    await page.picks().first().waitFor();
    await suite.tactus.setConnected(KEY, false);
    await dock(person.page).shows('connection.lost');
    await page.start().waitFor();
    await suite.tactus.setConnected(KEY, true);
    await dock(person.page).bar().waitFor();
    await person.page.clock.runFor(20_000);
    expect(await page.picks().count()).toBe(1);
  });
});

deeper('by keyboard alone, on a desktop: start, next, ranges, Escape', async () => {
  await person.close();
  person = await visitAgain(suite.browser, { viewport: DESKTOP });
  const page = await openPage();
  await tabTo(person.page, page.highestSpeed());
  await person.page.keyboard.press('Home');
  await tabTo(person.page, page.start());
  await person.page.keyboard.press('Enter');
  await until('the device plays', plays);
  await tabTo(person.page, page.next());
  await person.page.keyboard.press('Enter');
  await until('another pick is made', async () => (await page.picks().count()) >= 2);
  expect((await device().hamp()).velocity).toBe(0); // the highest speed is the lowest
  await person.page.keyboard.press('Escape');
  await dock(person.page).shows('dock.stopped');
  expect(await rests()).toBe(true);
});
