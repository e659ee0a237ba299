import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { random } from './app/random.ts';
import { remote } from './app/remote.ts';
import { goInApp } from './harness/go-in-app.ts';
import { further, furtherGroup, isVendor } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, PHONE_ON_ITS_SIDE, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
/** The speed with which the page begins. */
const SET_OUT_VELOCITY = 0.2;

const suite = withTactus();
let person: Visit;
let page: Page;

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
  page = person.page;
});
afterEach(async () => {
  await suite.tactus.device(KEY).put('/hamp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

const plays = async () => (await suite.tactus.device(KEY).hamp()).play_state === 1;
const rests = async () => !(await plays());

async function openManual(): Promise<void> {
  await page.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
  await dock(page).shows('connection.ready');
}

async function startFromPage(): Promise<void> {
  await openManual();
  await manual(page).start().click();
  await until('the device plays', plays);
  await dock(page).shows('dock.moving');
}

furtherGroup('an open menu', () => {
  const open = () => page.getByRole('button', { name: words('menu.open') }).click();
  const closed = () => page.getByRole('button', { name: words('menu.open') }).waitFor();

  test('leaves Stop within reach of a finger', async () => {
    await startFromPage();
    await open();
    await dock(page).stop().tap();
    await dock(page).shows('dock.stopped');
    await until('the device rests', rests);
  });

  test('does not prevent Escape from stopping: the first press stops, and closes the menu', async () => {
    await startFromPage();
    await open();
    await page.keyboard.press('Escape');
    await closed();
    await until('the device rests', rests);
  });

  test('leads to the gamepad on a phone, where neither menu nor settings speak of a keyboard', async () => {
    await openManual();
    await open();
    const link = (key: string) => page.getByRole('link', { name: words(key), exact: true });
    expect(await page.getByRole('button', { name: words('menu.help'), exact: true }).count()).toBe(0);
    await link('menu.gamepad').last().tap();
    await page.getByRole('region', { name: words('settings.gamepad'), exact: true }).waitFor();
    await link('settings.sections').tap();
    await link('settings.limits').waitFor();
    expect(await link('settings.keyboard').count()).toBe(0);
  });
});

further(
  'the hide key stops the device and shows a blank page with a neutral title; any key shows the app again',
  async () => {
    await startFromPage();
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: words('app.hidden') }).waitFor();
    expect(await page.title()).toBe(words('app.hidden'));
    await until('the device rests', rests);
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.title()).toMatch(/Tactus$/);
    expect(await rests()).toBe(true);
  },
);

further('one tap in the dock hides the screen and stops the device; another tap shows the app again', async () => {
  await startFromPage();
  await page
    .getByRole('region', { name: words('dock.label') })
    .getByRole('button', { name: words('app.hide'), exact: true })
    .tap();
  const blank = page.getByRole('dialog', { name: words('app.hidden') });
  await blank.waitFor();
  await until('the device rests', rests);
  await blank.getByRole('button').tap();
  await blank.waitFor({ state: 'detached' });
  expect(await rests()).toBe(true);
});

test('another app that takes the device over is reported, until this one acts again', async () => {
  const banner = page.getByRole('alert').filter({ hasText: words('trouble.otherApp') });
  await startFromPage();
  expect(await banner.count()).toBe(0);
  // The rest of its ramp would set the device back at once.
  await until('the ramp is over', async () => (await suite.tactus.device(KEY).hamp()).velocity >= SET_OUT_VELOCITY);
  await suite.tactus.device(KEY).put('/hdsp/xpt', { xp: 0.5, t: 1500, stop_on_target: true });
  await banner.waitFor();
  await manual(page).start().click();
  await until('the device plays', plays);
  await banner.waitFor({ state: 'detached' });
});

further('with the setting off, leaving the page does not stop the device', async () => {
  await page.goto(`${suite.tactus.url}/settings?key=${KEY}#limits`);
  await page.getByRole('switch', { name: words('settings.stopOnLeave') }).click();
  await startFromPage();
  await page.getByRole('button', { name: words('menu.open') }).click();
  await page
    .getByRole('navigation')
    .last()
    .getByRole('link', { name: words('page.home') })
    .click();
  await until('home is shown', async () => new URL(page.url()).pathname === '/');
  await dock(page).shows('dock.moving');
  expect(await plays()).toBe(true);
});

further('the screen stays awake while something moves, and no longer', async () => {
  await person.close();
  person = await visit(suite.browser, { viewport: PHONE });
  page = person.page;
  await page.addInitScript(() => {
    let held = 0;
    const count = (by: number) => {
      held += by;
      document.documentElement.dataset['awake'] = String(held);
    };
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          count(1);
          return { release: async () => count(-1) };
        },
      },
    });
  });
  const awake = (held: string) => page.locator(`html[data-awake="${held}"]`).waitFor();
  await startFromPage();
  await awake('1');
  await dock(page).stop().click();
  await awake('0');
});

test(`the pill shows how far away the device is${isVendor ? ', by way of a cloud as slow as the vendor’s' : ''}`, async () => {
  await openManual();
  const shown = async () => Number(/·\s(\d+)\sms/.exec(await page.getByRole('banner').innerText())?.[1]);
  await until('the pill shows the round trip to the device', async () => {
    const roundTripMs = await shown();
    return isVendor ? roundTripMs >= 300 : roundTripMs > 0 && roundTripMs < 300;
  });
});

for (const [size, viewport] of [
  ['320 px wide', { width: 320, height: 640 }],
  ['at 400 %', { width: 320, height: 225 }],
] as const) {
  further(`a screen ${size} cuts nothing off, and Stop is whole on it`, async () => {
    await page.setViewportSize(viewport);
    await openManual();
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow).toBe(0);
    const stop = await dock(page).stop().boundingBox();
    const bar = await dock(page).bar().boundingBox();
    if (!stop || !bar) throw new Error('The dock has no place on the page');
    expect(stop.y + stop.height).toBeLessThanOrEqual(viewport.height);
    expect(stop.x + stop.width).toBeLessThanOrEqual(viewport.width);
    expect(bar.height).toBeLessThan(viewport.height / 2);
  });
}

further('on its side a phone has the position, and Start without a scroll, on Manual, Remote and Random', async () => {
  await page.setViewportSize(PHONE_ON_ITS_SIDE);
  await openManual();
  const isAboveDock = async (start: Locator) => {
    await start.waitFor();
    const [box, bar] = [await start.boundingBox(), await dock(page).bar().boundingBox()];
    return box !== null && bar !== null && box.y > 0 && box.y + box.height <= bar.y;
  };
  await until('Start of Manual is seen', () => isAboveDock(manual(page).start()));
  await dock(page).bar().locator('canvas').waitFor();
  await manual(page).start().tap();
  await until('the device plays', plays);
  await dock(page).stop().tap();
  await until('the device rests', rests);
  await goInApp(page, '/remote');
  await until('Start of Remote is seen', () => isAboveDock(remote(page).start()));
  await goInApp(page, '/random-classic');
  await until('Start of Random is seen', () => isAboveDock(random(page).start()));
});

test('a device that is lost while it moves is shown as not known, not as moving', async () => {
  await startFromPage();
  await suite.tactus.setConnected(KEY, false);
  await dock(page).shows('connection.lost');
  const facts = page.getByRole('definition');
  await until('every fact of the panel is a dash', async () =>
    (await facts.allInnerTexts()).every((fact) => fact.trim() === '–'),
  );
  await suite.tactus.setConnected(KEY, true);
  await until('it is there again', async () => (await dock(page).status().innerText()) !== words('connection.lost'));
});
