import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { keysAreHeard, sheets } from './app/shortcuts.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';

const suite = withTactus();
let person: Visit;
let page: Page;

const device = () => suite.tactus.device(KEY);

/** The window that the device itself reports, per cent. */
async function stroke(): Promise<[number, number]> {
  const { min, max } = await device().ask<{ min: number; max: number }>('/slider/stroke');
  return [Math.round(min * 100), Math.round(max * 100)];
}
const offset = async () => (await device().ask<{ offset: number }>('/hstp/offset')).offset;

const strokeIs = (...wanted: [number, number]) =>
  until(`the stroke is ${wanted}`, async () => (await stroke()).join() === wanted.join());
const offsetIs = (wanted: number) => until(`the offset is ${wanted}`, async () => (await offset()) === wanted);

/** Settings as they are stored, beside a device that is linked. */
async function open(path: string, settings: object = {}): Promise<void> {
  await page.addInitScript(
    (stored) => {
      if (localStorage.getItem('tactus.settings') === null) localStorage.setItem('tactus.settings', stored);
    },
    JSON.stringify({ version: 2, deviceSelectionComplete: true, connectionKey: KEY, ...settings }),
  );
  await page.goto(`${suite.tactus.url}${path}`);
  await dock(page).says('connection.ready');
  await keysAreHeard(page);
}

/** Does what must change nothing, and looks after a time in which it would have. */
async function doesNothing(press: () => Promise<void>): Promise<void> {
  await press();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect([...(await stroke()), await offset()]).toEqual([20, 80, 0]);
}

beforeEach(async () => {
  await device().tell('/slider/stroke', { min: 0.2, max: 0.8 });
  await device().tell('/hstp/offset', { offset: 0 });
  person = await visit(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(async () => {
  await suite.tactus.setConnected(KEY, true);
  await device().tell('/hamp/stop');
  await person.close();
});

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
    await suite.tactus.setConnected(KEY, false);
    await dock(page).says('connection.lost');
    await page.keyboard.press('q');
    await page.keyboard.press('e');
    await suite.tactus.setConnected(KEY, true);
    await dock(page).says('connection.ready');
    await doesNothing(async () => undefined);
  });

  test('on the settings page', async () => {
    await open('/settings');
    await doesNothing(() => page.keyboard.press('q'));
  });

  test('when the key is held: only its first press counts', async () => {
    await open('/');
    await page.keyboard.down('q');
    await page.keyboard.down('q');
    await page.keyboard.down('q');
    await page.keyboard.up('q');
    await strokeIs(20, 90);
    await new Promise((resolve) => setTimeout(resolve, 400));
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

describe('Stop, palette and help sheet work everywhere', () => {
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

  test('the palette lists every page and action, is narrowed by typing, and goes there by Enter alone', async () => {
    await open('/settings');
    await page.keyboard.press('Control+k');
    const { find, found } = sheets(page);
    await find().waitFor();
    const names = (await found().allInnerTexts()).join('\n');
    for (const key of ['page.home', 'page.hamp', 'page.hdsp', 'page.hsp', 'page.link', 'action.stop', 'action.topUp'])
      expect(names).toContain(words(key));
    await page.keyboard.type(words('page.random'));
    await until('one is left', async () => (await found().count()) === 1);
    await page.keyboard.press('Enter');
    await sheets(page).gone();
    await until('the page is there', async () => new URL(page.url()).pathname === '/random-classic');
  });

  test('an action of the palette acts on the device; arrows choose it', async () => {
    await open('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words('action.topUp'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await strokeIs(20, 90);
  });

  test('the help sheet lists the keys as they are bound', async () => {
    await open('/', { keyBinding: { stroke: { topUp: 'o' } } });
    await page.keyboard.press('?');
    const { keysOf } = sheets(page);
    expect(await keysOf('action.topUp')).toEqual(['O']);
    expect(await keysOf('action.topDown')).toEqual(['A']);
  });

  test('axe finds nothing in either', async () => {
    await open('/');
    for (const key of ['Control+k', '?']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      await page.keyboard.press('Escape');
      await sheets(page).gone();
    }
  });

  test('Stop is within reach in both', async () => {
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

describe('a gamepad', () => {
  /** A gamepad that the test presses, and a count of how often it is read. */
  const plugIn = () =>
    page.addInitScript(() => {
      const pad = { index: 0, connected: false, buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
      const test = { pad, reads: 0 };
      Object.assign(window, { gamepad: test });
      navigator.getGamepads = () => {
        test.reads += 1;
        // Only what the app reads of a gamepad.
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
  const reads = () => page.evaluate(() => (window as unknown as PadWindow).gamepad.reads);
  async function press(button: number): Promise<void> {
    await set(button, true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await set(button, false);
  }

  test('moves stroke and offset by its mapping, and B stops', async () => {
    await plugIn();
    await open('/', { stopOnLeave: false });
    await connect(true);
    await press(12);
    await strokeIs(20, 90);
    await press(5);
    await offsetIs(10);
    await device().tell('/hamp/start');
    await dock(page).says('dock.moving');
    await press(1);
    await until('the device rests', async () => (await device().hamp()).play_state !== 1);
  });

  test('obeys another mapping, and does nothing but stop on the settings page', async () => {
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
    await strokeIs(20, 90);
  });

  test('is read only while it is connected', async () => {
    await plugIn();
    await open('/');
    const idle = await reads();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await reads()).toBe(idle);
    await connect(true);
    await until('it is read', async () => (await reads()) > idle + 5);
    await connect(false);
    const after = await reads();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await reads()).toBe(after);
  });
});
