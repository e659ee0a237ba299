import type { Locator, Page } from 'playwright-core';
import { dock } from './dock.ts';

const MOST_PRESSES = 80;

/** Presses Tab until the control has the focus, as a person without a mouse does; it must not lie under the dock then. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return requireSeen(page, control);
    await page.keyboard.press('Tab');
  }
  throw new Error('The control cannot be reached with Tab');
}

async function requireSeen(page: Page, control: Locator): Promise<void> {
  const bar = dock(page).bar();
  const isPartOfPage = await control.evaluate((element) => element.closest('main') !== null);
  if (!isPartOfPage || (await bar.count()) === 0) return;
  const [below, box] = [await bar.boundingBox(), await control.boundingBox()];
  if (below && box && box.y + box.height / 2 > below.y)
    throw new Error('The control that has the focus lies under the dock');
}
