/**
 * Journey 12: embedding the widget. The owner of a site copies the code and puts it on a page; a visitor of
 * that site permits it to drive a device, within limits, and revokes that again.
 * Profiles: our own cloud (the vendor's device API lets no guests in).
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { firstUse } from '../app/first-use.ts';
import { newcomer, openMenu, typeKey } from '../app/newcomer.ts';
import { sharing } from '../app/share.ts';
import { permission, widget } from '../app/widget.ts';
import { launchBrowser } from '../harness/browser.ts';
import { madeDevice } from '../harness/made-device.ts';
import { startTactus, type Tactus } from '../harness/tactus.ts';
import { until } from '../harness/until.ts';
import { besidesRefusals, complaintsOf, DESKTOP } from '../harness/visit.ts';
import { startWidgetHost, type WidgetHost } from '../harness/widget-host.ts';
import { words } from '../harness/words.ts';

let tactus: Tactus;
let browser: Browser;
let host: WidgetHost | undefined;

beforeAll(async () => {
  tactus = await startTactus();
  // The default of browsers: storage of a frame is partitioned by site. The list of the harness switches that off.
  browser = await launchBrowser(['--disable-features=HttpsUpgrades,PaintHolding']);
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await tactus?.close();
});

/** The code that the page about the widget shows for a dark, blue widget in one row. */
async function copyCode(): Promise<string> {
  const author = await newcomer({ tactus, browser }, { viewport: DESKTOP });
  const { page } = author;
  await firstUse(page).goOnWithout().click();
  await openMenu(page, 'page.uui');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: tactus.url });
  await page.getByRole('radio', { name: words('uui.theme.dark'), exact: true }).check();
  await page.getByRole('switch', { name: words('uui.slim'), exact: true }).click();
  await page.getByRole('textbox', { name: words('uui.accent'), exact: true }).fill('#1e6bd6');
  await widget(page).shows('uui.ask.text');
  await page.getByRole('button', { name: words('uui.copy'), exact: true }).click();
  await page.getByRole('button', { name: words('sharing.copied'), exact: true }).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(author.complaints).toEqual([]);
  await author.close();
  return code;
}

/** Requests permission in the widget, and returns the window in which the owner answers. */
async function openPermission(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), widget(page).ask().click()]);
  return popup;
}

test('its code is copied to another site, which moves nothing before the visitor agrees, stays within the limits, and is revoked', async () => {
  const code = await copyCode();
  expect(code.split('\n')).toEqual([
    `<script src="${tactus.url}/widget.js" async></script>`,
    '<tactus-widget theme="dark" slim accent="#1e6bd6"></tactus-widget>',
  ]);
  host = await startWidgetHost(code);

  const { key, seen: device } = await madeDevice(tactus.url, '4.1.1');
  const plays = async () => (await device.hamp()).play_state === 1;
  const visitor = await newcomer({ tactus, browser }, { viewport: DESKTOP });
  const mine = visitor.page;
  await typeKey(mine, key);
  await dock(mine).shows('connection.ready');
  await openMenu(mine, 'home.share');
  const page = await visitor.context.newPage();
  const complaints = complaintsOf(page);
  const press = (id: string) => page.locator(`#${id}`).click();
  const stateIs = (state: string) => page.locator('#state').filter({ hasText: state }).waitFor();
  await page.goto(host.url);

  await widget(page).shows('uui.ask.text');
  await press('start');
  await press('faster');
  expect(await widget(page).start().count()).toBe(0);
  const refused = await openPermission(page);
  await permission(refused).site(host.url).waitFor();
  // The press closes the window, perhaps before it counts as done.
  const pressed = permission(refused)
    .refuse()
    .click()
    .catch(() => undefined);
  await Promise.all([refused.waitForEvent('close'), pressed]);
  await widget(page).shows('uui.ask.refused');
  await press('start');
  expect(await plays()).toBe(false);

  const session = page.waitForResponse((response) => response.url().endsWith('/sessions'));
  const popup = await openPermission(page);
  await permission(popup).site(host.url).waitFor();
  await permission(popup).speed().focus();
  await popup.keyboard.press('Home');
  for (let presses = 0; presses < 3; presses += 1) await popup.keyboard.press('PageUp');
  await permission(popup).allow().click();
  await stateIs('ready');
  expect(popup.isClosed()).toBe(true);
  // The bar shows where the owner's limit is.
  expect(await widget(page).beyond().count()).toBe(1);

  await press('start');
  await stateIs('moving');
  await press('faster');
  await until('it goes as fast as is allowed', async () => Math.abs((await device.hamp()).velocity - 0.3) < 0.011);
  await press('stop');
  await until('the page’s Stop stops it', async () => !(await plays()));
  await widget(page).start().click();
  await until('the frame’s Start starts it', plays);
  await widget(page).stop().click();
  await until('the frame’s Stop stops it', async () => !(await plays()));

  // The data that the page could get: its messages and its own document, but nothing of our frame.
  const { session: bearer, alias } = (await (await session).json()) as { session: string; alias: string };
  const seen = await page.evaluate(() => [
    JSON.stringify((globalThis as unknown as { received: string[] }).received), // host.js stores its messages there
    document.documentElement.outerHTML,
    String(document.querySelector('tactus-widget')?.shadowRoot?.innerHTML),
  ]);
  expect(seen.join()).toContain('moving');
  for (const secret of [key, bearer, alias]) expect(seen.join()).not.toContain(secret);
  const inside = await page.evaluate(
    () => document.querySelector('tactus-widget')?.shadowRoot?.querySelector('iframe')?.contentDocument,
  );
  expect(inside).toBeNull();

  // The visitor ends it where every other link is ended, while it moves.
  await widget(page).start().click();
  await until('it moves', plays);
  const card = sharing(mine);
  await card.card.getByText(host.url).first().waitFor();
  await card.revoke().click();
  await card.reallyRevoke().click();
  await widget(page).shows('uui.ended');
  await until('it rests', async () => !(await plays()));
  // Asking again takes one press.
  const [asked] = await Promise.all([page.waitForEvent('popup'), widget(page).askAgain().click()]);
  await asked.close();
  expect([...visitor.complaints, ...besidesRefusals(complaints)]).toEqual([]);
  await visitor.close();
});
