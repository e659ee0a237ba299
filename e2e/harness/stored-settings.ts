import type { Page } from 'playwright-core';
import { openBlank } from './blank-page.ts';

/** Puts settings where the app keeps them, of a person whose device is chosen: the next page of that site has them. */
export async function storeSettings(page: Page, url: string, settings: object): Promise<void> {
  await openBlank(page, url);
  await page.evaluate(
    (stored) => localStorage.setItem('tactus.settings', stored),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, ...settings }),
  );
}
