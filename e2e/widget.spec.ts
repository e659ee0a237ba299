/** The widget on a page of another site: nothing before permission, start and stop after it, and never a key. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { sharing } from './app/share.ts';
import { permission, widget } from './app/widget.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { launchBrowser } from './harness/browser.ts';
import { startTactus, type Tactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { besidesRefusals, complaintsOf, PHONE, type Visit, visit } from './harness/visit.ts';
import { startWidgetHost, widgetCode } from './harness/widget-host.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
let tactus: Tactus;
let host: Awaited<ReturnType<typeof startWidgetHost>>;
let browser: Browser;
let person: Visit;
let page: Page;
const complaints: (readonly string[])[] = [];

beforeAll(async () => {
  tactus = await startTactus();
  host = await startWidgetHost(widgetCode(tactus.url));
  // The default of browsers: storage of a frame is partitioned by site. The list of the harness switches that off.
  browser = await launchBrowser(['--disable-features=HttpsUpgrades,PaintHolding']);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await tactus?.close();
});
beforeEach(async () => {
  await tactus.device(KEY).put('/hamp/stop');
  person = await visit(browser);
  ({ page } = person);
  complaints.splice(0, complaints.length, person.complaints);
  await page.goto(`${tactus.url}/settings?key=${KEY}&female=no`);
  await dock(page).shows('connection.ready');
  await page.goto(host.url);
});
afterEach(async () => {
  await person.close();
  expect(complaints.flat()).toEqual([]);
});

const plays = async () => (await tactus.device(KEY).hamp()).play_state === 1;
const press = (id: string) => page.locator(`#${id}`).click();
const stateIs = (state: string) => page.locator('#state').filter({ hasText: state }).waitFor();

/** Requests permission, and returns the window in which the owner answers. */
async function permissionWindow(ask: () => Promise<void>): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await ask();
  const popup = await opened;
  complaints.push(complaintsOf(popup));
  return popup;
}

async function allow(): Promise<void> {
  const popup = await permissionWindow(() => widget(page).ask().click());
  await permission(popup).allow().click();
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await stateIs('ready');
}

async function endPermissions(): Promise<void> {
  const headers = { 'X-Connection-Key': KEY, 'X-Api-Key': 'observer' };
  const answer = await fetch(`${tactus.url}/api/tactus/shares`, { headers });
  const { shares } = (await answer.json()) as { shares: { id: string }[] };
  for (const { id } of shares) await fetch(`${tactus.url}/api/tactus/shares/${id}`, { method: 'DELETE', headers });
}

describe('a page of another site that shows the widget', () => {
  test('stops the device when the widget is removed or the page is closed', async () => {
    await allow();
    await press('start');
    await until('it moves', plays);
    const removedAt = performance.now();
    await press('remove');
    await until('it rests once the widget is taken away', async () => !(await plays()));
    expect(performance.now() - removedAt).toBeLessThan(1_500);

    await page.reload();
    await widget(page).shows('uui.ask.text');
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
    const popup = await permissionWindow(() => page.keyboard.press('Enter'));
    await until('it may be allowed', () => permission(popup).allow().isEnabled());
    expect(await axeFindings(popup)).toEqual([]);
    await permission(popup).allow().focus();
    // The window closes with the press: the key is released elsewhere.
    await popup.keyboard.down('Enter');
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

  test('tells that somebody else has control from a device that is not reached, and asks for control with one press', async () => {
    await allow();
    const owner = await person.context.newPage();
    complaints.push(complaintsOf(owner));
    await owner.goto(`${tactus.url}/remote#share`);
    await sharing(owner).takeBack().press('Enter');
    await stateIs('taken');
    await widget(page).shows('uui.state.viewer');
    await widget(page).take().press('Enter');
    const asks = sharing(owner)
      .guests()
      .filter({ hasText: words('sharing.ask').replace('{name}', '') });
    await asks.getByRole('button', { name: words('sharing.control.give'), exact: true }).press('Enter');
    await stateIs('ready');
    await widget(page).shows('uui.state.ready');

    await tactus.setConnected(KEY, false);
    await stateIs('lost');
    await widget(page).shows('uui.state.lost');
    await tactus.setConnected(KEY, true);
    await stateIs('ready');
  });

  test('shows the error of a command in the frame, and removes it after its time', async () => {
    await allow();
    await page.route('**/hamp/start*', (route) => route.fulfill({ status: 429, json: { error: 'Too many requests' } }));
    await widget(page).start().press('Enter');
    await widget(page).alert('error.rateLimited').waitFor();
    expect(await plays()).toBe(false);
    await widget(page).alert('error.rateLimited').waitFor({ state: 'detached' });
    // The browser logs the refusal.
    expect(complaints.flat().filter((text) => !/status of 429/.test(text))).toEqual([]);
    complaints.splice(0);
  });

  // More streams than a browser has connections to one host by HTTP/1.1: no request may wait for one of them to end.
  test('lists each permission of the same site under a name of its own in Share, in three tabs, of which each stops it and ends one at once', async () => {
    // Those of the tests before, whose names this one would avoid.
    await endPermissions();
    await allow();
    await widget(page).start().press('Enter');
    await until('it moves', plays);
    const other = await person.context.newPage();
    complaints.push(complaintsOf(other));
    await other.goto(host.url);
    const popup = other.waitForEvent('popup');
    await widget(other).ask().press('Enter');
    await permission(await popup)
      .allow()
      .click();
    // The first one has control.
    await other.locator('#state').filter({ hasText: 'taken' }).waitFor();

    const owners = [await person.context.newPage(), await person.context.newPage(), await person.context.newPage()];
    for (const owner of owners) {
      complaints.push(complaintsOf(owner));
      await owner.goto(`${tactus.url}/remote#share`);
      await sharing(owner).link(host.url).waitFor();
      await sharing(owner).link(`${host.url} (2)`).waitFor();
    }
    const last = owners[2]!;
    const pressedAt = performance.now();
    await dock(last).stop().press('Enter');
    await until('it rests', async () => !(await plays()));
    expect(performance.now() - pressedAt).toBeLessThan(3_000);

    await sharing(last)
      .link(host.url)
      .getByRole('button', { name: words('sharing.revoke'), exact: true })
      .press('Enter');
    await sharing(last).reallyRevoke().press('Enter');
    const endedAt = performance.now();
    await widget(page).shows('uui.ended');
    for (const owner of owners) await sharing(owner).link(host.url).waitFor({ state: 'detached' });
    expect(performance.now() - endedAt).toBeLessThan(3_000);
    // The browser logs the refusals of a session that is over.
    expect(besidesRefusals(complaints.flat())).toEqual([]);
    complaints.splice(0);
  });
});
