import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { dock } from './app/dock.ts';
import { keyEffects } from './app/key-effects.ts';
import { manual } from './app/manual.ts';
import { sheets } from './app/shortcuts.ts';
import { further, furtherGroup } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const suite = withTactus();
const keys = keyEffects(suite);
const { device, strokeIs, offsetIs } = keys;
let person: Visit;
let page: Page;

const open = (path: string, settings: object = {}) => keys.open(page, path, settings);

beforeEach(async () => {
  await keys.reset();
  person = await visitAgain(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(() => person.close());

describe('the six keys', () => {
  test('q and a raise and lower the top of the stroke by a tenth, w and s its bottom, on the device', async () => {
    await open('/');
    await page.keyboard.press('q');
    await strokeIs(20, 90);
    await page.keyboard.press('a');
    await strokeIs(20, 80);
    await page.keyboard.press('w');
    await strokeIs(30, 80);
    await page.keyboard.press('s');
    await strokeIs(20, 80);
  });

  further('e and d add and subtract 10 ms to the time offset of the device', async () => {
    await open('/');
    await page.keyboard.press('e');
    await offsetIs(10);
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await offsetIs(-10);
  });

  further('add up when they come faster than the device answers, and stay inside the stroke', async () => {
    await open('/');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('w');
    await strokeIs(50, 80);
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('q');
    await strokeIs(50, 100);
  });
});

furtherGroup('Stop works everywhere', () => {
  const plays = async () => (await device().hamp()).play_state === 1;

  test.each(['Escape', 'x'])(
    '%s stops on a control page and on the settings page, key binding on or off',
    async (key) => {
      await open('/settings', { keyBinding: { enabled: false }, stopOnLeave: false });
      await device().put('/hamp/start');
      await dock(page).shows('dock.moving');
      await page.keyboard.press(key);
      await until('the device rests', async () => !(await plays()));
      await dock(page).shows('dock.stopped');
    },
  );

  test('the second Stop key stops in full screen', async () => {
    await open('/hamp');
    await manual(page).start().click();
    await until('the device plays', plays);
    await page.evaluate(() => document.documentElement.requestFullscreen());
    await page.keyboard.press('x');
    await until('the device rests', async () => !(await plays()));
  });

  test('is within reach in palette and help sheet', async () => {
    await open('/hamp');
    for (const key of ['Control+k', '?']) {
      await manual(page).start().click();
      await until('the device plays', plays);
      await page.keyboard.press(key);
      await sheets(page).stop().click();
      await until('the device rests', async () => !(await plays()));
      await page.keyboard.press('Escape');
      await sheets(page).gone();
    }
  });
});
