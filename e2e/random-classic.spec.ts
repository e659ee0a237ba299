/** Random strokes: the same with any cloud. */
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { dock } from './app/dock.ts';
import { random } from './app/random.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, PHONE_ON_ITS_SIDE, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const KEY = 'DemoHandy1';

const suite = withTactus();
let person: Visit;

const device = () => suite.tactus.device(KEY);
const plays = async () => (await device().hamp()).play_state === 1;
const rests = async () => !(await plays());

async function openPage(): Promise<ReturnType<typeof random>> {
  await person.page.goto(`${suite.tactus.url}/random-classic?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  return random(person.page);
}

/** The page's text about the present pick, once the device has its speed. */
async function pickThatRuns(page: ReturnType<typeof random>): Promise<string> {
  let pick = '';
  await until('the device follows the pick', async () => {
    pick = (await page.picks().last().getAttribute('aria-label')) ?? '';
    const percent = Number(/(\d+) % speed/.exec(pick)?.[1]);
    return Math.round((await device().hamp()).velocity * 100) === percent;
  });
  return pick;
}

beforeEach(async () => {
  await device().put('/slider/stroke', { min: 0, max: 1 });
  person = await visitAgain(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  await device().put('/hamp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

describe('random strokes', () => {
  deeper('repeat for the same text', async () => {
    const page = await openPage();
    await page.seed().fill('evening');
    for (let presses = 0; presses < 2; presses += 1) await page.less('random.ramp').click();
    const runOnce = async () => {
      const run: string[] = [];
      await page.start().click();
      await until('the device plays', plays);
      for (let picks = 0; picks < 3; picks += 1) {
        run.push(await pickThatRuns(page));
        await page.next().click();
      }
      await page.stop().click();
      await until('the device rests', rests);
      return run;
    };
    const first = await runOnce();
    expect(new Set(first).size).toBe(3);
    expect(await runOnce()).toEqual(first);
  });

  deeper('rest for the pause between picks, on the device', async () => {
    await person.close();
    person = await visit(suite.browser, { viewport: PHONE });
    await person.page.clock.install();
    const page = await openPage();
    await page.preset('calm').focus();
    await person.page.keyboard.press('Space');
    for (let presses = 0; presses < 8; presses += 1) await page.less('random.timeBetween').click();
    await page.start().click();
    for (let rounds = 0; rounds < 2; rounds += 1) {
      await until('the device plays', plays);
      await until('the device rests', rests);
    }
    await person.page.reload();
    await dock(person.page).shows('connection.ready');
    expect(await page.preset('calm').isChecked()).toBe(false);
    await page.start().waitFor();
    await person.page.clock.runFor(10_000);
    expect(await rests()).toBe(true);
  });

  further('have their words inside the ring, also with large text', async () => {
    const page = await openPage();
    await page.start().click();
    await page.stop().waitFor();
    for (const viewport of [PHONE, PHONE_ON_ITS_SIDE])
      for (const fontSize of ['', '200%']) {
        await person.page.setViewportSize(viewport);
        await person.page.evaluate(
          (size) => Object.assign(document.documentElement.style, { fontSize: size }),
          fontSize,
        );
        await until(`the words are inside the ring: ${viewport.width} px ${fontSize}`, () =>
          page.stop().evaluate((disc) => {
            const { x, y, width, height } = disc.getBoundingClientRect();
            const words = [...disc.querySelectorAll('span > span')].map((word) => word.getBoundingClientRect());
            // What is written of a line is less high than the line.
            const corners = words.flatMap(({ left, right, top, bottom }) =>
              [left, right].flatMap((side) =>
                [top, bottom].map((end) => [side, (end * 3 + top + bottom) / 5] as const),
              ),
            );
            const isIn = ([left, top]: readonly [number, number]) =>
              Math.hypot(left - x - width / 2, top - y - height / 2) < width / 2;
            return Math.abs(width - height) < 1 && corners.every(isIn);
          }),
        );
      }
    await page.stop().click();
    await until('the device rests', rests);
  });
});
