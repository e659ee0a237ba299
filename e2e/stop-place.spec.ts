/** Stop is at one place of the screen: lower right, the same pixels on every page, with and without anything over the page. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from './app/player.ts';
import { sharing } from './app/share.ts';
import { sheets } from './app/shortcuts.ts';
import { goInApp } from './harness/go-in-app.ts';
import { pagePaths } from './harness/page-paths.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, PHONE_ON_ITS_SIDE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
const PATHS = [...pagePaths(), '/nowhere'];

const SIZES = { phone: PHONE, 'phone on its side': PHONE_ON_ITS_SIDE, desktop: DESKTOP };

const suite = withTactus();
let people: Visit[] = [];

afterEach(async () => {
  await suite.tactus.device(KEY).put('/hamp/stop');
  for (const person of people) await person.close();
  people = [];
});

async function open(viewport: { width: number; height: number }, path = '/'): Promise<Page> {
  const person = await visitAgain(suite.browser, { viewport });
  people.push(person);
  await person.page.goto(`${suite.tactus.url}${path}?key=${KEY}&female=false`);
  await dock(person.page).shows('connection.ready');
  return person.page;
}

/** The place of the Stop that a finger would meet, as `x,y,width,height`; otherwise a description of the element there. */
function placeOfStop(page: Page): Promise<string> {
  return page.evaluate((stop) => {
    const places = [...document.querySelectorAll('button')]
      .filter((button) => button.innerText.trim() === stop && button.matches('[aria-keyshortcuts="Escape"]'))
      .map((button) => ({ button, box: button.getBoundingClientRect() }));
    const reached = places.find(({ button, box }) =>
      button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)),
    );
    if (!reached) return `${places.length} Stops, and none can be pressed`;
    const { x, y, width, height } = reached.box;
    return [x, y, width, height].join();
  }, words('dock.stop'));
}

/** The middle of the place. */
function middleOf(place: string): [number, number] {
  const [x = 0, y = 0, width = 0, height = 0] = place.split(',').map(Number);
  return [x + width / 2, y + height / 2];
}

/** Moves the device, presses the place, and waits for the device to rest. */
async function press(page: Page, place: string, how: 'click' | 'tap'): Promise<void> {
  const handy = suite.tactus.device(KEY);
  await handy.put('/hamp/start');
  await until('the device plays', async () => (await handy.hamp()).play_state === 1);
  const [x, y] = middleOf(place);
  await (how === 'tap' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  await until('the device rests', async () => (await handy.hamp()).play_state === 0);
}

test('Stop is lower right, at the same pixels of a size on every page, with a panel and without, and stops the device there', async () => {
  const page = await open(DESKTOP);
  const places: Record<string, Set<string>> = {};
  for (const [at, path] of PATHS.entries()) {
    await goInApp(page, path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const [nth, [name, size]] of Object.entries(SIZES).entries()) {
      await page.setViewportSize(size);
      let place = '';
      await until('Stop rests where it can be pressed', async () => {
        const before = place;
        place = await placeOfStop(page);
        // A busy browser lays the page out for the new size some time after the size is set.
        const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
        const isLaidOut = width === size.width && height === size.height;
        return isLaidOut && /^\d/.test(place) && place === before;
      });
      places[name] = (places[name] ?? new Set()).add(place);
      const [x, y] = middleOf(place);
      expect([path, size.width - x < 96, size.height - y < 72]).toEqual([path, true, true]);
      // The place is the same: one press a page, at another size on each.
      if (at % 3 === nth) await press(page, place, 'click');
    }
  }
  expect(Object.fromEntries(Object.entries(places).map(([name, all]) => [name, all.size]))).toEqual(
    Object.fromEntries(Object.keys(SIZES).map((name) => [name, 1])),
  );
}, 240_000);

describe.each(Object.entries(SIZES))('on a %s', (_, viewport) => {
  test('it is at its place over menu, questions, sheets, the panels of the player and full screen, and a press there stops the device', async () => {
    const page = await open(viewport, '/settings');
    const place = await placeOfStop(page);
    const { palette, help, device, gone } = sheets(page);
    const button = (key: string) => page.getByRole('button', { name: words(key), exact: true });
    const pressThere = async () => {
      await until('Stop is at its place', async () => (await placeOfStop(page)) === place);
      await press(page, place, viewport === DESKTOP ? 'click' : 'tap');
    };
    /** Presses Stop while a dialog is open: it stays open, and closes by its own button. */
    const pressOver = async (dialog: () => Locator) => {
      await dialog().waitFor();
      await pressThere();
      expect(await dialog().isVisible()).toBe(true);
      await button('app.close').click();
      await gone();
    };
    await until('the help comes up', async () => {
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('?');
      return help().isVisible();
    });
    await pressOver(help);
    await page.keyboard.press('Control+k');
    await pressOver(palette);
    await dock(page).name().click();
    await pressOver(device);
    if (viewport !== DESKTOP) {
      await button('menu.open').click();
      await pressThere();
      await button('menu.close').click();
    }
    await goInApp(page, '/settings#privacy');
    await button('settings.privacy.wipe').click();
    await page.getByRole('alertdialog').waitFor();
    await pressThere();

    await goInApp(page, '/remote#share');
    await sharing(page).send().waitFor();
    await sharing(page).openLimits();
    await pressThere();

    await goInApp(page, '/local');
    await player(page).files().setInputFiles([TEST_CLIP]);
    await player(page).files().setInputFiles(EVEN_SCRIPT);
    for (const panel of ['script', 'sync', 'next', 'feel'] as const) {
      await player(page).panel(panel).click();
      await pressThere();
    }
    await player(page).fullScreen().click();
    await until('it fills the screen', () => page.evaluate(() => document.fullscreenElement !== null));
    await pressThere();
  });
});

test('in a dialog Tab reaches Stop, and Enter on it stops the device and leaves the dialog open', async () => {
  const page = await open(DESKTOP, '/settings');
  const handy = suite.tactus.device(KEY);
  await handy.put('/hamp/start');
  await dock(page).shows('dock.moving');
  await page.keyboard.press('Control+k');
  const { palette, stop } = sheets(page);
  await palette().waitFor();
  await until('the focus is on Stop', async () => {
    await page.keyboard.press('Tab');
    return stop().evaluate((button) => button === document.activeElement);
  });
  await page.keyboard.press('Enter');
  await until('the device rests', async () => (await handy.hamp()).play_state === 0);
  expect(await palette().isVisible()).toBe(true);
});
