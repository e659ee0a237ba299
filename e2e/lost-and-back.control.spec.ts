import { DeviceMode } from '@tactus/protocol';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { direct } from './app/direct.ts';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { random } from './app/random.ts';
import { remote } from './app/remote.ts';
import { streamLab } from './app/stream-lab.ts';
import { vibration } from './app/vibration.ts';
import { further, isDeep, isVendor } from './harness/profile.ts';
import { withRoad } from './harness/road-suite.ts';
import type { Tactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { PHONE } from './harness/visit.ts';
import { words } from './harness/words.ts';

/** A page that moves a device: a row here is all that a new page needs. */
interface MovingPage {
  readonly path: string;
  readonly key: string;
  /** Sets the device in motion by the page's own controls. */
  readonly start: (page: Page) => Promise<void>;
  /** Whether the device reports that it moves. */
  readonly moves: (tactus: Tactus) => Promise<boolean>;
  /** No call reports such a motion, so a page that was cut off learns of it only when it starts again. */
  readonly beginsAnew?: true;
}

const strokes = async (tactus: Tactus) => (await tactus.device('DemoHandy1').hamp()).play_state === 1;

const PAGES: readonly MovingPage[] = [
  { path: '/hamp', key: 'DemoHandy1', start: (page) => manual(page).start().click(), moves: strokes },
  {
    path: '/hdsp',
    key: 'DemoHandy1',
    async start(page) {
      const controls = direct(page);
      await controls.preset('0 %').click();
      await controls.arrives();
      if (!(await controls.rawBody().isVisible())) await controls.openRaw();
      await controls.rawBody().fill('{"xp": 1, "t": 25000}');
      await controls.send().click();
    },
    moves: (tactus) => tactus.device('DemoHandy1').isMoving(),
    beginsAnew: true,
  },
  { path: '/random-classic', key: 'DemoHandy1', start: (page) => random(page).start().click(), moves: strokes },
  { path: '/remote', key: 'DemoHandy1', start: (page) => remote(page).start().click(), moves: strokes },
  {
    path: '/hsp',
    key: 'DemoHandy1',
    start: (page) => streamLab(page).play().click(),
    moves: async (tactus) =>
      (await tactus.device('DemoHandy1').get<{ play_state: number }>('/hsp/state')).play_state === 1,
  },
  {
    path: '/hvp',
    key: 'DemoOh0001',
    start: (page) => vibration(page).start().click(),
    moves: async (tactus) => (await tactus.device('DemoOh0001').get<{ enabled: boolean }>('/hvp/state')).enabled,
  },
];

/** The fault must be shown within this time. */
const BANNER_MS = 2_000;

const suite = withRoad({ viewport: PHONE }, async (tactus) => {
  await tactus.setConnected('DemoHandy1', true);
  await tactus.setConnected('DemoOh0001', true);
  await until('nothing moves', async () => {
    await tactus.device('DemoHandy1').put('/mode2', { mode: DeviceMode.IDLE });
    return !(await tactus.device('DemoHandy1').isMoving());
  });
  await tactus.device('DemoOh0001').put('/hvp/stop');
});

// All pages share the notice and the recovery; the device itself holds the points of a script.
describe.each(isDeep ? PAGES : PAGES.filter(({ path }) => path === '/hamp' || path === '/hsp'))(
  'while $path moves the device',
  ({ path, key, start, moves, beginsAnew }) => {
    const banner = (title: string) =>
      suite.person.page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: words(title) });

    async function setMoving(): Promise<void> {
      await suite.person.page.goto(`${suite.road.url}${path}?key=${key}`);
      await dock(suite.person.page).shows('connection.ready');
      await start(suite.person.page);
      await until('the device moves', () => moves(suite.tactus));
      await dock(suite.person.page).shows('dock.moving');
      await suite.person.page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
    }

    /** The connection is whole again in the page that was there all the time, and the page moves the device. */
    async function isWell(title: string): Promise<void> {
      await banner(title).waitFor({ state: 'detached' });
      await until('the device is there', async () => {
        const said = await dock(suite.person.page).status().innerText();
        return [words('connection.ready'), words('dock.moving'), words('dock.stopped')].includes(said);
      });
      expect(await suite.person.page.locator('html[data-same-page]').count()).toBe(1);
      if (beginsAnew === true || !(await moves(suite.tactus))) await start(suite.person.page);
      await until('the device moves', () => moves(suite.tactus));
      await dock(suite.person.page).shows('dock.moving');
      await dock(suite.person.page).stop().click();
      await dock(suite.person.page).shows('dock.stopped');
      expect(suite.person.complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([]);
    }

    test('a disconnected device is shown as lost within 2 s, and is back without a reload', async () => {
      await setMoving();
      await suite.tactus.setConnected(key, false);
      await banner('banner.lost').waitFor({ timeout: BANNER_MS });
      await suite.tactus.setConnected(key, true);
      await isWell('banner.lost');
    });

    // A fault of the proxy to the vendor's cloud is the same on every page: one page is enough.
    if (isVendor && path !== '/hamp') return;

    test('an event stream that is cut is reported within 2 s, and is back without a reload', async () => {
      await setMoving();
      suite.road.cutEvents(true);
      await banner('banner.noCloud').waitFor({ timeout: BANNER_MS });
      suite.road.cutEvents(false);
      await isWell('banner.noCloud');
    });

    further(
      'a killed cloud is reported within 2 s; once it is restarted, the page goes on without a reload',
      async () => {
        await setMoving();
        await suite.tactus.close();
        await banner('banner.noCloud').waitFor({ timeout: BANNER_MS });
        await suite.restart();
        await isWell('banner.noCloud');
      },
    );
  },
);
