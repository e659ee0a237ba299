/** A scroll is never a command, not even for another owner's device: driven by a guest, or in the widget on another site. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { watchCommands } from './app/key-effects.ts';
import { lend } from './app/lend.ts';
import { guest } from './app/share.ts';
import { sweepControls } from './app/touch-sweep.ts';
import { vibration } from './app/vibration.ts';
import { permission, widget } from './app/widget.ts';
import { fingerOn } from './harness/finger.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { startWidgetHost, type WidgetHost, widgetCode } from './harness/widget-host.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
const OH = 'DemoOh0001';
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

test('a guest’s finger drags no fader and no pad beyond the owner’s limits, which both show', async () => {
  const limits = { speed: 0.4, stroke: { min: 0.2, max: 0.7 }, intensity: 0.5 };
  const drag = async (surface: Locator, from: readonly [number, number], to: readonly [number, number]) => {
    await surface.scrollIntoViewIfNeeded();
    const box = await surface.boundingBox();
    if (!box) throw new Error('It is not shown');
    const at = ([x, y]: readonly [number, number]) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
    await (await fingerOn(page)).swipe(at(from), at(to));
  };
  const slider = (name: string) => page.getByRole('main').getByRole('slider', { name, exact: true });
  const value = async (name: string) => Number(await slider(name).inputValue());
  const join = async (key: string) => {
    const { address } = await lend(suite.tactus.url, key).make({ limits });
    await page.goto(address);
    await guest(page).name().fill('Ann');
    await guest(page).join().tap();
    await guest(page).shows('share.role.controller');
    await dock(page).shows('connection.ready');
  };
  await join(KEY);
  const [bottom, top] = [words('control.stroke.bottom'), words('control.stroke.top')];
  expect([await value(bottom), await value(top)]).toEqual([20, 70]);
  const fader = page.getByRole('group', { name: words('control.stroke'), exact: true });
  await drag(fader, [0.5, 0.33], [0.5, 0.02]);
  expect(await value(top)).toBe(70);
  await drag(fader, [0.5, 0.33], [0.5, 0.52]);
  await until('the upper end is lower', async () => (await value(top)) < 60);
  await drag(fader, [0.5, 1 - (await value(top)) / 100 + 0.02], [0.5, 0.02]);
  await until('the upper end is at the limit', async () => (await value(top)) === 70);
  await lend(suite.tactus.url, KEY).revokeAll();

  await join(OH);
  const strength = vibration(page).padStrength();
  await drag(vibration(page).pad(), [0.3, 0.5], [0.95, 0.5]);
  await until('the pad is at the limit', async () => Number(await strength.inputValue()) === 50);
  await page.getByText(words('share.limit.reached').replace('{value}', '50')).waitFor();
  await lend(suite.tactus.url, OH).revokeAll();
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
