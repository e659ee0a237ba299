import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { framesPass, watchCommands } from './app/key-effects.ts';
import { library } from './app/library.ts';
import { manual } from './app/manual.ts';
import { player } from './app/player.ts';
import { SWIPE_PX, sweepControls } from './app/touch-sweep.ts';
import { type Finger, fingerOn, type Point } from './harness/finger.ts';
import { pagePaths } from './harness/page-paths.ts';
import { further, furtherGroup, isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const HANDY = 'DemoHandy1';
const OH = 'DemoOh0001';
/** Controls of a kind that an earlier page has, too, are swept in depth only. */
const known = new Set<string>();

const suite = withTactus();
let person: Visit;
let page: Page;
let finger: Finger;

beforeEach(async () => {
  await suite.tactus.device(HANDY).put('/hamp/stop');
  await suite.tactus.device(HANDY).put('/slider/stroke', { min: 0.2, max: 0.8 });
  person = await visitAgain(suite.browser, { viewport: PHONE });
  page = person.page;
  finger = await fingerOn(page);
});
afterEach(() => person.close());

const device = () => suite.tactus.device(HANDY);

async function open(path: string, key = HANDY): Promise<void> {
  await page.goto(`${suite.tactus.url}${path}?key=${key}&female=${key === OH}`);
  await dock(page).shows('connection.ready');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** What is opened first, so that all controls of a page are there. */
const PREPARED: Readonly<Record<string, () => Promise<void>>> = {
  async '/local'() {
    const actions = Array.from({ length: 60 }, (_, index) => ({ at: index * 500, pos: index % 2 === 0 ? 10 : 90 }));
    const file = {
      name: 'ride.funscript',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ actions })),
    };
    await library(page).addInput().setInputFiles(file);
    await library(page).entry('ride').click();
    await player(page).pause().click();
    await until('the device rests', async () => !(await device().isMoving()));
    await page.getByRole('main').locator('canvas').first().waitFor();
  },
};

/** The debug pages have the same controls as others, so they are swept in deep runs only. */
const PAGES = pagePaths()
  .filter((path) => path !== '/Hvp' && path !== '/device-selection')
  .filter((path) => isDeep || !path.startsWith('/debug'));

furtherGroup('a finger that swipes up or down from any control', () => {
  test.each(PAGES)('scrolls %s, and changes and commands nothing', async (path) => {
    await open(path, path === '/hvp' ? OH : HANDY);
    await PREPARED[path]?.();
    const sent = watchCommands(page);
    const { faults } = await sweepControls(page, finger, isDeep ? {} : { known });
    expect(faults).toEqual([]);
    expect(sent).toEqual([]);
  });
});

const speed = async (): Promise<number> => Number(await manual(page).speed().inputValue());

/** Where the fader of the speed shows such a share of its length. */
async function onTrack(share: number): Promise<Point> {
  const track = manual(page).speed().locator('..');
  await track.scrollIntoViewIfNeeded();
  const box = await track.boundingBox();
  if (!box) throw new Error('The fader has no place on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height * (1 - share) };
}

/** How often the browser has made a click of a press since. */
async function countClicks(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['clicks'] = '0';
    document.addEventListener('click', () => {
      document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks']) + 1);
    });
  });
  return async () => Number(await page.locator('body').getAttribute('data-clicks'));
}

const centerOf = async (locator: Locator): Promise<Point> => {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('It has no place on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

describe('a finger', () => {
  test('moves an upright fader by its handle', async () => {
    await open('/hamp');
    const grip = page.locator('[data-handle=value]');
    const from = await centerOf(grip);
    const before = await speed();
    await finger.swipe(from, { x: from.x, y: from.y - 100 });
    await until('the speed is higher', async () => (await speed()) > before + 10);
    const top = await centerOf(page.locator('[data-handle=max]'));
    await finger.swipe(top, { x: top.x, y: top.y + 60 });
    await until('the top of the stroke is lower, on the device itself', async () => {
      const { min, max } = await device().get<{ min: number; max: number }>('/slider/stroke');
      return max < 0.75 && Math.round(min * 100) === 20;
    });
  });

  test('sets an upright fader by a tap on its track', async () => {
    await open('/hamp');
    const { x, y } = await onTrack(0.75);
    await page.touchscreen.tap(x, y);
    await until('the speed is where the finger was', async () => Math.abs((await speed()) - 75) <= 2);
  });

  further('changes nothing where it comes down to stop a page that rolls', async () => {
    await open('/hamp');
    const clicks = await countClicks();
    let [before, after] = [0, 0];
    await until('the browser took a press for one that stops the page', async () => {
      const at = await onTrack(0.75);
      before = await speed();
      const earlier = await clicks();
      await finger.flick(at, { x: at.x, y: at.y - 40 });
      await Promise.all([finger.down(at), finger.up()]);
      await framesPass(page, 5);
      // Read before the clicks: a click that comes late is no reason for what was read earlier.
      after = await speed();
      // On a busy machine the page rests again before the touch: then it is a tap like any other.
      return (await clicks()) === earlier;
    });
    expect(after).toBe(before);
  });

  further('moves a level fader by its body, and sets it by a tap, as it lifts', async () => {
    await open('/configure');
    const window = async () => {
      const { min, max } = await device().get<{ min: number; max: number }>('/slider/stroke');
      return [Math.round(min * 100), Math.round(max * 100)];
    };
    const fader = page.getByRole('main').locator('fieldset[data-orientation=horizontal]').first();
    const middle = await centerOf(fader);
    await finger.swipe(middle, { x: middle.x + 60, y: middle.y + 8 });
    await until('the window has moved', async () => (await window())[0] !== 20);
    const box = await fader.boundingBox();
    if (!box) throw new Error('The fader has no place on the page');
    await finger.down({ x: box.x + box.width * 0.97, y: middle.y });
    const before = await window();
    await finger.up();
    await until('its top is where the finger was', async () => (await window())[1] === 97);
    expect(before[1]).not.toBe(97);
  });

  further('steps and repeats only where it rests', async () => {
    await open('/hamp');
    const ramp = page.getByRole('group', { name: /Ramp/ });
    const said = () => ramp.locator('output').innerText();
    const [less, more] = [ramp.getByRole('button').first(), ramp.getByRole('button').last()];
    const start = await said();
    const at = await centerOf(more);
    await finger.down(at);
    await framesPass(page, 2);
    expect(await said()).toBe(start);
    await finger.up();
    await until('one step was made', async () => (await said()) !== start);
    await finger.down(await centerOf(less));
    await until('it repeats', async () => /^\D*0\D*$/.test(await said()));
    await finger.up();
  });

  further('boosts where it rests, whichever way it moves then, and not where it swipes', async () => {
    await open('/hamp');
    await manual(page).start().tap();
    const velocity = async () => (await device().hamp()).velocity;
    await until('the ramp is over', async () => Math.abs((await velocity()) - 0.2) < 0.005);
    const at = await centerOf(manual(page).boost());
    const sent = watchCommands(page);
    await finger.swipe(at, { x: at.x, y: at.y - SWIPE_PX });
    await framesPass(page, 20);
    expect(sent).toEqual([]);
    const again = await centerOf(manual(page).boost());
    await finger.down(again);
    await until('the device goes at 50 %', async () => Math.abs((await velocity()) - 0.5) < 0.005);
    await finger.move({ x: again.x, y: again.y - 40 });
    await finger.move({ x: again.x, y: again.y - 80 });
    await framesPass(page, 3);
    expect(await manual(page).boost().getAttribute('aria-pressed')).toBe('true');
    await finger.up();
    await until('it falls back', async () => Math.abs((await velocity()) - 0.2) < 0.005);
  });

  test('stops the device as it comes down', async () => {
    await open('/hamp');
    await device().put('/hamp/start');
    await dock(page).shows('dock.moving');
    await finger.down(await centerOf(dock(page).stop()));
    await until('the device rests', async () => (await device().hamp()).play_state !== 1);
    await finger.up();
  });
});
