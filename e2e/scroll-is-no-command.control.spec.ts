import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { framesPass, watchCommands } from './app/key-effects.ts';
import { library } from './app/library.ts';
import { manual } from './app/manual.ts';
import { type Finger, fingerOn, type Point } from './harness/finger.ts';
import { pagePaths } from './harness/page-paths.ts';
import { further, furtherGroup, isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const HANDY = 'DemoHandy1';
const OH = 'DemoOh0001';
/** So far a swipe goes, px. */
const SWIPE_PX = 160;

const suite = withTactus();
let person: Visit;
let page: Page;
let finger: Finger;

beforeEach(async () => {
  await suite.tactus.device(HANDY).tell('/hamp/stop');
  await suite.tactus.device(HANDY).tell('/slider/stroke', { min: 0.2, max: 0.8 });
  person = await visitAgain(suite.browser, { viewport: PHONE });
  page = person.page;
  finger = await fingerOn(page);
});
afterEach(() => person.close());

const device = () => suite.tactus.device(HANDY);

async function open(path: string, key = HANDY): Promise<void> {
  await page.goto(`${suite.tactus.url}${path}?key=${key}&female=${key === OH}`);
  await dock(page).says('connection.ready');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Everything that a hand may have set: controls, what is kept, and which page it is. */
const settingsOf = () =>
  page.evaluate(() => {
    const controls = document.querySelectorAll(
      'main :is(input, select, textarea, output, button, [role=combobox], details)',
    );
    return {
      address: location.pathname,
      kept: Object.entries(localStorage).map((entry) => entry.join(' ')),
      controls: [...controls].map((one) => {
        const { value = '', checked = false, open = false } = one as HTMLInputElement & HTMLDetailsElement; // read where there
        const said = ['aria-pressed', 'aria-expanded', 'aria-selected'].map((name) => one.getAttribute(name));
        return [one.getAttribute('aria-label') ?? one.id, value, checked, open, ...said].join(' ');
      }),
    };
  });

type Settings = Awaited<ReturnType<typeof settingsOf>>;

/** What is there now and was not before, in words. */
const differences = (before: Settings, now: Settings): string[] =>
  [now.address, ...now.kept, ...now.controls].filter(
    (one) => ![before.address, ...before.kept, ...before.controls].includes(one),
  );

/**
 * Marks what a finger may meet in the page, a hidden range input by what is drawn around it; one of a kind, in depth each.
 * Gives how many there are.
 */
const markControls = (each: boolean) =>
  page.evaluate((all) => {
    const found = document.querySelectorAll(
      'main :is(button, input, select, summary, label, fieldset, output, canvas, [role=combobox], [role=grid], [data-orientation])',
    );
    const kinds = new Set<string>();
    let count = 0;
    for (const one of found) {
      const shown = one.matches('input[type=range]') && one.clientWidth < 20 ? one.parentElement : one;
      if (!(shown instanceof HTMLElement) || !shown.checkVisibility() || shown.dataset['swept'] !== undefined) continue;
      const kind = `${shown.tagName} ${shown.className} ${shown.closest('section')?.className}`;
      if (!all && kinds.has(kind)) continue;
      kinds.add(kind);
      shown.dataset['swept'] = String(count);
      count += 1;
    }
    return count;
  }, each);

/** Where a finger meets a control and no handle of it, in the middle of the screen; undefined where something covers it. */
const placeOn = (index: number) =>
  page.evaluate(async (place) => {
    const control = document.querySelector(`[data-swept="${place}"]`);
    if (!control?.checkVisibility()) return undefined;
    // What the swipe before has set rolling, and what comes into the page late, moves it: it has to lie still.
    for (let still = 0, before = Number.NaN; still < 4; ) {
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { top } = control.getBoundingClientRect();
      still = top === before ? still + 1 : 0;
      before = top;
    }
    const { left, top, width, height } = control.getBoundingClientRect();
    for (const share of [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]) {
      const at = { x: left + width / 2, y: top + height * share };
      const met = document.elementFromPoint(at.x, at.y);
      if (met && control.contains(met) && !met.closest('[data-handle]')) return at;
    }
    return undefined;
  }, index);

const scrolled = () =>
  page.evaluate(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    return { top: scrollTop, left: scrollHeight - clientHeight - scrollTop };
  });

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
    await page.getByRole('main').locator('canvas').first().waitFor();
  },
};

const PAGES = pagePaths().filter((path) => path !== '/Hvp' && path !== '/device-selection');

furtherGroup('a finger that swipes up or down from any control', () => {
  test.each(PAGES)('scrolls %s, and changes and commands nothing', async (path) => {
    await open(path, path === '/hvp' ? OH : HANDY);
    await PREPARED[path]?.();
    const sent = watchCommands(page);
    const count = await markControls(isDeep);
    const wrong: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const from = await placeOn(index);
      if (!from) continue;
      const [before, at] = [await settingsOf(), await scrolled()];
      const up = at.left > 40;
      await finger.swipe(from, { x: from.x + 6, y: from.y + (up ? -SWIPE_PX : SWIPE_PX) });
      await framesPass(page, 3);
      const name = await nameOf(index);
      const changed = differences(before, await settingsOf());
      if (changed.length > 0) wrong.push(`${name} changed ${changed.join(', ')}`);
      const scrolls = up || at.top > 40;
      if (scrolls && (await scrolled()).top === at.top) wrong.push(`${name} did not scroll`);
    }
    expect(wrong).toEqual([]);
    expect(sent).toEqual([]);
  });
});

const nameOf = (index: number) =>
  page.evaluate((place) => {
    const control = document.querySelector(`[data-swept="${place}"]`);
    return `${control?.tagName} ${control?.className} ${control?.getAttribute('aria-label') ?? control?.textContent?.slice(0, 40)}`;
  }, index);

const centerOf = async (locator: Locator): Promise<Point> => {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('It has no place on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

describe('a finger', () => {
  test('moves an upright fader by its handle', async () => {
    await open('/hamp');
    const speed = async () => Number(await manual(page).speed().inputValue());
    const grip = page.locator('[data-handle=value]');
    const from = await centerOf(grip);
    const before = await speed();
    await finger.swipe(from, { x: from.x, y: from.y - 100 });
    await until('the speed is higher', async () => (await speed()) > before + 10);
    const top = await centerOf(page.locator('[data-handle=max]'));
    await finger.swipe(top, { x: top.x, y: top.y + 60 });
    await until('the top of the stroke is lower, on the device itself', async () => {
      const { min, max } = await device().ask<{ min: number; max: number }>('/slider/stroke');
      return max < 0.75 && Math.round(min * 100) === 20;
    });
  });

  further('moves a level fader by its body, and sets it by a tap, as it lifts', async () => {
    await open('/configure');
    const window = async () => {
      const { min, max } = await device().ask<{ min: number; max: number }>('/slider/stroke');
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
    await device().tell('/hamp/start');
    await dock(page).says('dock.moving');
    await finger.down(await centerOf(dock(page).stop()));
    await until('the device rests', async () => (await device().hamp()).play_state !== 1);
    await finger.up();
  });
});
