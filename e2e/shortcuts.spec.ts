/** Which keys have an effect at all: the same with any cloud. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { framesPass, keyEffects, watchCommands } from './app/key-effects.ts';
import { withTactus } from './harness/suite.ts';
import { DESKTOP, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const keys = keyEffects(suite);
const { stroke, strokeIs, offsetIs } = keys;
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
  test('ignore case', async () => {
    await open('/');
    await page.keyboard.press('Shift+Q');
    await strokeIs(20, 90);
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
    await dock(page).shows('connection.lost');
    // A disconnected device would refuse a command: the test asserts that none is sent.
    const sent = watchCommands(page);
    await page.keyboard.press('q');
    await page.keyboard.press('e');
    await framesPass(page, 4);
    expect(sent).toEqual([]);
    await suite.tactus.setConnected('DemoHandy1', true);
    await dock(page).shows('connection.ready');
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
