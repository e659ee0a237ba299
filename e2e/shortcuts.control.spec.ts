import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { framesPass, keyEffects, watchCommands } from './app/key-effects.ts';
import { manual } from './app/manual.ts';
import { sheets } from './app/shortcuts.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const keys = keyEffects(suite);
const { device, stroke, strokeIs, offsetIs } = keys;
let person: Visit;
let page: Page;

const open = (path: string, settings: object = {}) => keys.open(page, path, settings);
const doesNothing = (press: () => Promise<void>) => keys.doesNothing(page, press);

beforeEach(async () => {
  await keys.reset();
  person = await visitAgain(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(() => person.close());

describe('the six keys', () => {
  test('q and a raise and lower the top of the stroke by a tenth, w and s its bottom, on the device itself', async () => {
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

  test('e and d add and subtract 10 ms to the time offset of the device', async () => {
    await open('/');
    await page.keyboard.press('e');
    await offsetIs(10);
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await offsetIs(-10);
  });

  test('ignore case', async () => {
    await open('/');
    await page.keyboard.press('Shift+Q');
    await strokeIs(20, 90);
  });

  test('add up when they come faster than the device answers, and stay inside the stroke', async () => {
    await open('/');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('w');
    await strokeIs(50, 80);
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('q');
    await strokeIs(50, 100);
  });

  test('are those of the settings, and so are the steps', async () => {
    const keyBinding = {
      stroke: { incrementValue: 5, topUp: 'o', topDown: 'l', bottomUp: 'w', bottomDown: 's' },
      timeOffset: { incrementValue: 25, increase: 'e', decrease: 'd' },
    };
    await open('/', { keyBinding });
    await doesNothing(() => page.keyboard.press('q'));
    await page.keyboard.press('o');
    await strokeIs(20, 85);
    await page.keyboard.press('e');
    await offsetIs(25);
  });
});

describe('a key does nothing', () => {
  test('while key binding is switched off', async () => {
    await open('/', { keyBinding: { enabled: false } });
    await doesNothing(() => page.keyboard.press('q'));
  });

  test('while the device is not connected', async () => {
    await open('/');
    await suite.tactus.setConnected('DemoHandy1', false);
    await dock(page).says('connection.lost');
    await page.keyboard.press('q');
    await page.keyboard.press('e');
    await suite.tactus.setConnected('DemoHandy1', true);
    await dock(page).says('connection.ready');
    await doesNothing(async () => undefined);
  });

  test('on the settings page', async () => {
    await open('/settings');
    await doesNothing(() => page.keyboard.press('q'));
  });

  test('when the key is held: only its first press counts', async () => {
    await open('/');
    const sent = watchCommands(page);
    await page.keyboard.down('q');
    await page.keyboard.down('q');
    await page.keyboard.down('q');
    await page.keyboard.up('q');
    await strokeIs(20, 90);
    await framesPass(page, 4);
    expect(sent).toEqual(['/slider/stroke']);
    expect(await stroke()).toEqual([20, 90]);
  });

  test('while it is typed into a field', async () => {
    await open('/random-classic');
    const field = page.getByRole('main').getByRole('textbox', { name: words('random.seed') });
    await doesNothing(() => field.pressSequentially('qawsedx?'));
    expect(await field.inputValue()).toContain('qawsedx?');
  });

  test('with a modifier that makes it the browser’s', async () => {
    await open('/');
    await doesNothing(() => page.keyboard.press('Control+q'));
  });
});

describe('Stop works everywhere', () => {
  const plays = async () => (await device().hamp()).play_state === 1;

  test.each(['Escape', 'x'])(
    '%s stops on a control page and on the settings page, key binding on or off',
    async (key) => {
      await open('/settings', { keyBinding: { enabled: false }, stopOnLeave: false });
      await device().tell('/hamp/start');
      await dock(page).says('dock.moving');
      await page.keyboard.press(key);
      await until('the device rests', async () => !(await plays()));
      await dock(page).says('dock.stopped');
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
