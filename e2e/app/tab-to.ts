import type { Locator, Page } from 'playwright-core';

const MOST_PRESSES = 80;

/** Presses Tab until the control has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The control cannot be reached with Tab');
}
