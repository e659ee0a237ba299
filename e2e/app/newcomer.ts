import type { Page } from 'playwright-core';
import { type DeviceSeen, seeDevice } from '../harness/device-seen.ts';
import type { Suite } from '../harness/suite.ts';
import { PHONE, type Visit, type VisitOptions } from '../harness/visit.ts';
import { visitAgain } from '../harness/visit-again.ts';
import { words } from '../harness/words.ts';
import { dock } from './dock.ts';
import { firstUse } from './first-use.ts';

/** A new user on the first page of the app, in a browser without stored data; on a phone by default. */
export async function newcomer(suite: Suite, options: VisitOptions = { viewport: PHONE }): Promise<Visit> {
  const person = await visitAgain(suite.browser, options);
  await person.page.goto(suite.tactus.url);
  await firstUse(person.page).title().waitFor();
  return person;
}

/** Takes a virtual device on the first page; returns it as its cloud knows it. */
export async function takeVirtual(page: Page): Promise<{ readonly key: string; readonly seen: DeviceSeen }> {
  const made = page.waitForResponse((answer) => answer.url().endsWith('/api/tactus/virtual-devices'));
  await firstUse(page).tryVirtual().click();
  const { connectionKey: key } = (await (await made).json()) as { connectionKey: string }; // its only field
  await dock(page).shows('connection.ready');
  return { key, seen: seeDevice(new URL(page.url()).origin, key) };
}

/** Types the key of a device that the person has, on the first page. */
export async function typeKey(page: Page, key: string): Promise<void> {
  await firstUse(page).keyField().fill(key);
  await firstUse(page).connect().click();
}

/** From home to a control page by its tile, by the key of the page's name. */
export async function openTile(page: Page, key: string): Promise<void> {
  const main = page.getByRole('main');
  const tile = main.getByRole('link', { name: new RegExp(`^${words(key)}`) }).first();
  const all = main.getByRole('button', { name: words('home.allTools'), exact: true });
  await all.waitFor();
  if (!(await tile.isVisible())) await all.click();
  await tile.click();
  await headed(page, key);
}

/** To any page by the menu, by the key of the page's name: the person opens the menu where it is folded away. */
export async function openMenu(page: Page, key: string): Promise<void> {
  const fold = page.getByRole('button', { name: words('menu.open') });
  if (await fold.isVisible()) await fold.click();
  await page
    .getByRole('navigation', { name: words('menu.label') })
    .getByRole('link', { name: words(key), exact: true })
    .last()
    .click();
  await headed(page, key);
}

/** Waits for the page of this name; home has no name of its own. */
async function headed(page: Page, key: string): Promise<void> {
  if (key !== 'page.home') await page.getByRole('heading', { level: 1, name: words(key), exact: true }).waitFor();
}
