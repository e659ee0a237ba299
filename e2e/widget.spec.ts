/** The widget on a page of somebody else: nothing before permission, start and stop after it, and never a key. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { permission, widget } from './app/widget.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { launchBrowser } from './harness/browser.ts';
import { startTactus, type Tactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { complaintsOf, PHONE, type Visit, visit } from './harness/visit.ts';
import { startWidgetHost } from './harness/widget-host.ts';

const KEY = 'DemoHandy1';
let tactus: Tactus;
let host: Awaited<ReturnType<typeof startWidgetHost>>;
let browser: Browser;
let person: Visit;
let page: Page;
const complaints: (readonly string[])[] = [];

beforeAll(async () => {
  tactus = await startTactus();
  host = await startWidgetHost(tactus.url);
  // As browsers are: what a frame stores on another site is apart. The list of the harness switches that off.
  browser = await launchBrowser(['--disable-features=HttpsUpgrades,PaintHolding']);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await tactus?.close();
});
beforeEach(async () => {
  await tactus.device(KEY).tell('/hamp/stop');
  person = await visit(browser);
  ({ page } = person);
  complaints.splice(0, complaints.length, person.complaints);
  await page.goto(`${tactus.url}/settings?key=${KEY}&female=no`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(host.url);
});
afterEach(async () => {
  await person.close();
  expect(complaints.flat()).toEqual([]);
});

const plays = async () => (await tactus.device(KEY).hamp()).play_state === 1;
const press = (id: string) => page.locator(`#${id}`).click();
const stateIs = (state: string) => page.locator('#state').filter({ hasText: state }).waitFor();

/** Asks, and gives the window in which the owner answers. */
async function askedWindow(ask: () => Promise<void>): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await ask();
  const popup = await opened;
  complaints.push(complaintsOf(popup));
  return popup;
}

async function allow(): Promise<void> {
  const popup = await askedWindow(() => widget(page).ask().click());
  await permission(popup).allow().click();
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await stateIs('ready');
}

describe('a page of another site that shows the widget', () => {
  test('moves nothing before the owner agrees in a window of ours, then starts and stops within the limits', async () => {
    await widget(page).says('uui.ask.text');
    await press('start');
    await press('faster');
    expect(await widget(page).start().count()).toBe(0);

    const refused = await askedWindow(() => widget(page).ask().click());
    await permission(refused).site(host.url).waitFor();
    await permission(refused).refuse().click();
    await widget(page).says('uui.ask.refused');
    await press('start');
    expect(await plays()).toBe(false);

    const session = page.waitForResponse((response) => response.url().endsWith('/sessions'));
    const popup = await askedWindow(() => widget(page).ask().click());
    await permission(popup).site(host.url).waitFor();
    // A press meant for the page before gives no permission.
    expect(await permission(popup).allow().isDisabled()).toBe(true);
    await permission(popup).speed().focus();
    await popup.keyboard.press('Home');
    for (let presses = 0; presses < 3; presses += 1) await popup.keyboard.press('PageUp');
    await permission(popup).allow().click();
    await stateIs('ready');
    expect(popup.isClosed()).toBe(true);

    await press('start');
    await stateIs('moving');
    await press('faster');
    await until('it goes as fast as is allowed', async () => {
      return Math.abs((await tactus.device(KEY).hamp()).velocity - 0.3) < 0.011;
    });
    await press('stop');
    await until('the page’s Stop stops it', async () => !(await plays()));
    await widget(page).start().click();
    await until('the frame’s Start starts it', plays);
    await widget(page).stop().click();
    await until('the frame’s Stop stops it', async () => !(await plays()));

    // What the page could get hold of: what it was told, its own document, and nothing of our frame.
    const { session: bearer, alias } = (await (await session).json()) as { session: string; alias: string };
    const seen = await page.evaluate(() => [
      JSON.stringify((globalThis as unknown as { heard: string[] }).heard),
      document.documentElement.outerHTML,
      String(document.querySelector('tactus-widget')?.shadowRoot?.innerHTML),
    ]);
    expect(seen.join()).toContain('moving');
    for (const secret of [KEY, bearer, alias]) expect(seen.join()).not.toContain(secret);
    const inside = await page.evaluate(() => {
      const frame = document.querySelector('tactus-widget')?.shadowRoot?.querySelector('iframe');
      return frame?.contentDocument;
    });
    expect(inside).toBeNull();
  });

  test('stops the device when the widget, or the page, goes away', async () => {
    await allow();
    await press('start');
    await until('it moves', plays);
    const removedAt = performance.now();
    await press('remove');
    await until('it rests once the widget is taken away', async () => !(await plays()));
    expect(performance.now() - removedAt).toBeLessThan(1_500);

    await page.reload();
    await widget(page).says('uui.ask.text');
    await allow();
    await widget(page).start().click();
    await until('it moves again', plays);
    const leftAt = performance.now();
    await page.close();
    await until('it rests once the page is closed', async () => !(await plays()));
    expect(performance.now() - leftAt).toBeLessThan(1_500);
  });

  test('is used by keyboard alone, and axe finds nothing in the frame and the window', async () => {
    await page.setViewportSize(PHONE);
    await widget(page).ask().focus();
    const popup = await askedWindow(() => page.keyboard.press('Enter'));
    await until('it may be allowed', () => permission(popup).allow().isEnabled());
    expect(await axeFindings(popup)).toEqual([]);
    await permission(popup).allow().focus();
    await popup.keyboard.press('Enter');
    await stateIs('ready');
    await widget(page).start().focus();
    await page.keyboard.press('Enter');
    await until('it moves', plays);
    await page.keyboard.press('Escape');
    await until('Escape stops it', async () => !(await plays()));

    await page.goto(`${tactus.url}/widget.html`);
    await page.getByRole('status').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
