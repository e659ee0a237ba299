/** A scroll is never a command, not even for another owner's device: driven by a guest, or in the widget on another site. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { watchCommands } from './app/key-effects.ts';
import { lend } from './app/lend.ts';
import { guest } from './app/share.ts';
import { sweepControls } from './app/touch-sweep.ts';
import { permission, widget } from './app/widget.ts';
import { fingerOn } from './harness/finger.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { startWidgetHost, type WidgetHost, widgetCode } from './harness/widget-host.ts';

const KEY = 'DemoHandy1';
const SMALL_PHONE = { width: 360, height: 640 } as const;

const suite = withTactus();
let host: WidgetHost;
let person: Visit;
let page: Page;

beforeAll(async () => {
  host = await startWidgetHost(widgetCode(suite.tactus.url));
});
afterAll(() => host?.close());
beforeEach(async () => {
  await device().put('/hamp/stop');
  await device().put('/slider/stroke', { min: 0.2, max: 0.8 });
  person = await visit(suite.browser, { viewport: PHONE });
  page = person.page;
});
afterEach(async () => {
  await lend(suite.tactus.url, KEY).revokeAll();
  await person.close();
});

const device = () => suite.tactus.device(KEY);

test('a guest’s finger that swipes from any control scrolls the page, and changes and commands nothing', async () => {
  const { address } = await lend(suite.tactus.url, KEY).make({});
  await page.goto(address);
  await guest(page).name().fill('Ann');
  await guest(page).join().tap();
  await guest(page).shows('share.role.controller');
  await dock(page).shows('connection.ready');
  const sent = watchCommands(page);
  const finger = await fingerOn(page);
  // The controls fill a phone; on a small one they are longer than the screen.
  for (const size of [PHONE, SMALL_PHONE]) {
    await page.setViewportSize(size);
    const { swept, faults } = await sweepControls(page, finger);
    expect(faults).toEqual([]);
    expect(swept).toBeGreaterThan(5);
  }
  expect(sent).toEqual([]);
});

test('a finger that swipes from any control of the widget scrolls the page around it, and changes and commands nothing', async () => {
  await page.goto(`${suite.tactus.url}/settings?key=${KEY}&female=no`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(host.url);
  const opened = page.waitForEvent('popup');
  await widget(page).ask().tap();
  await permission(await opened)
    .allow()
    .tap();
  await widget(page).shows('uui.state.ready');
  await until('it may be started', () => widget(page).start().isEnabled());
  // The page around it is longer than the screen.
  await page.evaluate(() => {
    document.body.style.paddingBlock = '100vh';
  });
  const frame = page.frames().find((one) => one.parentFrame() !== null);
  const sent = watchCommands(page);
  const { swept, faults } = await sweepControls(page, await fingerOn(page), frame && { frame });
  expect(faults).toEqual([]);
  // Its Stop waits for no finger to lift.
  expect(sent.filter((path) => path !== '/hamp/stop')).toEqual([]);
  expect(swept).toBeGreaterThan(2);
});
