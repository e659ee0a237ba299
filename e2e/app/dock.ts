import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The bar that is on every page, in the language of the visit. */
export function dock(page: Page, language = 'en-US') {
  const bar = page.getByRole('region', { name: words('dock.label', language), exact: true });
  // Builds before December 2026 announce the text that they show.
  const status = bar.locator('[data-status], [role=status]:not([aria-live])');
  return {
    bar: () => bar,
    stop: () => bar.getByRole('button', { name: words('dock.stop', language), exact: true }),
    /** The name of the device, which opens its sheet. */
    name: () => bar.getByTitle(words('dock.label', language), { exact: true }),
    /** The shown state; it is announced once it has lasted. */
    status: () => status,
    /** Waits until the dock shows this text. */
    shows: (key: string) => status.filter({ hasText: words(key, language) }).waitFor(),
    strip: () => bar.locator('canvas'),
  };
}
