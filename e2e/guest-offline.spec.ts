import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { type Lent, lend } from './app/lend.ts';
import { remote } from './app/remote.ts';
import { guest, startStrokes } from './app/share.ts';
import { type BreakableRoad, openRoad } from './harness/breakable-road.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { besidesRefusals, PHONE, type Visit, visit } from './harness/visit.ts';

const KEY = 'DemoHandy1';

/** The page shows an event of the browser within this time. */
const KNOWN_MS = 1_000;
/** A silent loss of the network is detected within this time. */
const SILENT_MS = 7_000;
/** A Stop without an answer is reported within this time. */
const STOP_MS = 5_000;

const suite = withTactus();
let road: BreakableRoad;
let comes: Visit;
let lent: Lent;

const device = () => suite.tactus.device(KEY);
const plays = async () => (await device().hamp()).play_state === 1;
const rests = async () => !(await plays()) && !(await device().isMoving());

beforeAll(async () => {
  road = await openRoad(suite.tactus.url);
});
afterAll(() => road?.close());
beforeEach(async () => {
  lent = lend(suite.tactus.url, KEY);
  await device().put('/hamp/stop');
  comes = await visit(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  road.silence(false);
  await lent.revokeAll();
  await comes.context.close();
  const own = comes.complaints.filter((text) => !/ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/.test(text));
  expect(besidesRefusals(own)).toEqual([]);
});

/** A guest who joins through the proxy that can be cut. */
async function enter(): Promise<Page> {
  const { address } = await lent.make({});
  const { page } = comes;
  await page.goto(address.replace(suite.tactus.url, road.url));
  await guest(page).name().fill('Ann');
  await guest(page).join().tap();
  await guest(page).shows('share.role.controller');
  await dock(page).shows('connection.ready');
  return page;
}

/** The page resumes by itself. Control is released after five seconds of silence, which is shown, and regained by a tap. */
async function isBack(page: Page): Promise<void> {
  await until('the page is back', async () => (await guest(page).noNetwork().count()) === 0);
  await until('the controls are on', async () => {
    if (await guest(page).take().isVisible()) {
      await guest(page).shows('share.back.free');
      await guest(page).take().tap();
    }
    return (await remote(page).start().isVisible()) && (await remote(page).start().isEnabled());
  });
  expect(await rests()).toBe(true);
  await start(page);
}

/** Starts the strokes; again where control was released meanwhile. */
async function start(page: Page): Promise<void> {
  const takesAndPlays = async () => {
    if (await guest(page).take().isVisible()) await guest(page).take().tap();
    return plays();
  };
  await startStrokes(page, takesAndPlays, (button) => button.tap({ timeout: 2_000 }));
}

test('a guest who loses the network sees that within a second; Stop reports that it could not be sent; the page resumes by itself', async () => {
  const page = await enter();
  await startStrokes(page, plays, (button) => button.tap({ timeout: 2_000 }));
  await comes.context.setOffline(true);
  await guest(page).shows('connection.noNetwork', {}, KNOWN_MS);
  await guest(page).shows('share.away.text', {}, KNOWN_MS);
  await dock(page).shows('connection.noNetwork');
  expect(await guest(page).holdsControl().count()).toBe(0);
  await until('the cloud stops what moved', rests);
  await until('the controls are disabled', () => remote(page).speed().isDisabled());

  await dock(page).stop().tap();
  await dock(page).shows('dock.stopping');
  await dock(page)
    .bar()
    .getByRole('status')
    .filter({ hasText: /could not be sent/ })
    .waitFor({ timeout: STOP_MS });

  await comes.context.setOffline(false);
  await isBack(page);
});

test('a guest whose network falls silent sees that soon, with the result of a press; the page resumes by itself', async () => {
  const page = await enter();
  road.silence(true);
  await remote(page).start().tap();
  await guest(page).shows('connection.noNetwork', {}, SILENT_MS);
  await dock(page).shows('connection.noNetwork');
  await until('the controls are off', () => remote(page).start().isDisabled());
  expect(await plays()).toBe(false);
  road.silence(false);
  await isBack(page);
  await dock(page).stop().tap();
  await until('it rests', rests);

  // Without any press: the page detects it by itself.
  road.silence(true);
  await guest(page).shows('connection.noNetwork', {}, SILENT_MS);
  road.silence(false);
  await isBack(page);
});
