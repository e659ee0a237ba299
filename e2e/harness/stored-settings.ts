import type { Page } from 'playwright-core';
import { openBlank } from './blank-page.ts';

/** Stores settings as the app does, with a chosen device: the next page of that site has them. */
export async function storeSettings(page: Page, url: string, settings: object): Promise<void> {
  await openBlank(page, url);
  await page.evaluate(
    (stored) => localStorage.setItem('tactus.settings', stored),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, ...settings }),
  );
}
