/** A gamepad: its buttons have the same effects as the keys, with any cloud. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { framesPass, keyEffects } from './app/key-effects.ts';
import { manual } from './app/manual.ts';
import { sheets } from './app/shortcuts.ts';
import { deeper } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const keys = keyEffects(suite);
let person: Visit;
let page: Page;

const open = (path: string, settings: object = {}) => keys.open(page, path, settings);
const doesNothing = (press: () => Promise<void>) => keys.doesNothing(page, press);

beforeEach(async () => {
  await keys.reset();
  person = await visit(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(() => person.close());

describe('a gamepad', () => {
  /** A gamepad that the test presses, and a count of how often it is read. */
  const plugIn = () =>
    page.addInitScript(() => {
      const pad = { index: 0, connected: false, buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
      const test = { pad, reads: 0 };
      Object.assign(window, { gamepad: test });
      navigator.getGamepads = () => {
        test.reads += 1;
        // Only the fields of a gamepad that the app reads.
        return (pad.connected ? [pad] : [null]) as unknown as ReturnType<typeof navigator.getGamepads>;
      };
    });
  interface PadWindow {
    readonly gamepad: { reads: number; pad: { connected: boolean; buttons: { pressed: boolean }[] } };
  }
  const connect = (connected: boolean) =>
    page.evaluate((now) => {
      (window as unknown as PadWindow).gamepad.pad.connected = now; // put there by plugIn
      window.dispatchEvent(new Event(now ? 'gamepadconnected' : 'gamepaddisconnected'));
    }, connected);
  const set = (button: number, pressed: boolean) =>
    page.evaluate(
      ([index, now]) => {
        const one = (window as unknown as PadWindow).gamepad.pad.buttons[index]; // put there by plugIn
        if (one) one.pressed = now;
      },
      [button, pressed] as const,
    );
  async function goToManual(): Promise<void> {
    await page
      .getByRole('link', { name: words('page.hamp') })
      .first()
      .click();
    await manual(page).speed().waitFor();
  }
  const reads = () => page.evaluate(() => (window as unknown as PadWindow).gamepad.reads);
  async function isRead(what: string): Promise<void> {
    const before = await reads();
    await until(`${what} is read`, async () => (await reads()) > before + 1);
  }
  async function press(button: number): Promise<void> {
    await set(button, true);
    await isRead('the press');
    await set(button, false);
    await isRead('the release');
  }

  test('moves stroke and offset by its mapping, and B stops', async () => {
    await plugIn();
    await open('/', { stopOnLeave: false });
    await connect(true);
    await press(12);
    await keys.strokeIs(20, 90);
    await press(5);
    await keys.offsetIs(10);
    await keys.device().put('/hamp/start');
    await dock(page).shows('dock.moving');
    await press(1);
    await until('the device rests', async () => (await keys.device().hamp()).play_state !== 1);
  });

  test('starts, sets the speed within the limit of Settings on every page, and stops', async () => {
    const START = 9;
    const FASTER = 7;
    const SLOWER = 6;
    const percent = async () => Math.round((await keys.device().hamp()).velocity * 100);
    const plays = async () => (await keys.device().hamp()).play_state === 1;
    await plugIn();
    // Of the 400 mm/s that the device can do.
    await open('/', { limits: { maxSpeedMmS: 120 }, stopOnLeave: false });
    await connect(true);
    await press(SLOWER);
    await page.getByText(words('action.speedIs').replace('{percent}', '15'), { exact: true }).waitFor();
    await press(START);
    await until('the device moves at the speed that was set', async () => (await plays()) && (await percent()) === 15);
    for (let presses = 0; presses < 5; presses += 1) await press(FASTER);
    await page.getByText(words('action.speedIs.most').replace('{percent}', '30'), { exact: true }).waitFor();
    await until('the device moves at its limit', async () => (await percent()) === 30);
    await press(SLOWER);
    await until('one step is one step slower', async () => (await percent()) === 25);
    await goToManual();
    await press(FASTER);
    await until('the fader of the page shows the same', async () => (await manual(page).speed().inputValue()) === '30');
    await press(START);
    await until('the device rests', async () => !(await plays()));
    await press(FASTER);
    await press(START);
    await manual(page).stop().waitFor();
    await press(1);
    await until('the device rests again', async () => !(await plays()));
  });

  test('is listed in the help with its actions', async () => {
    await open('/');
    await page.keyboard.press('?');
    const { buttonsOf } = sheets(page);
    expect(await buttonsOf('action.startStop')).toEqual(['Start']);
    expect(await buttonsOf('action.faster')).toEqual(['RT']);
    expect(await buttonsOf('action.slower')).toEqual(['LT']);
    expect(await buttonsOf('action.stop')).toEqual(['B']);
  });

  deeper('follows another mapping, and only stops on the settings page', async () => {
    await plugIn();
    await open('/settings', { gamepad: { buttons: { topUp: 3 } } });
    await connect(true);
    await press(3);
    await doesNothing(async () => undefined);
    await page
      .getByRole('link', { name: words('page.home') })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: words('page.settings') }).waitFor({ state: 'detached' });
    await press(3);
    await keys.strokeIs(20, 90);
  });

  deeper('is read only while it is connected', async () => {
    await plugIn();
    await open('/');
    const idle = await reads();
    await framesPass(page, 10);
    expect(await reads()).toBe(idle);
    await connect(true);
    await until('it is read', async () => (await reads()) > idle + 5);
    await connect(false);
    const after = await reads();
    await framesPass(page, 10);
    expect(await reads()).toBe(after);
  });
});
