import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The bar that is on every page, in the language of the visit. */
export function dock(page: Page, language = 'en-US') {
  const bar = page.getByRole('region', { name: words('dock.label', language), exact: true });
  return {
    bar: () => bar,
    stop: () => bar.getByRole('button', { name: words('dock.stop', language), exact: true }),
    /** The name of the device, which opens its sheet. */
    name: () => bar.getByTitle(words('dock.label', language), { exact: true }),
    status: () => bar.getByRole('status'),
    /** Waits until the dock shows this text. */
    shows: (key: string) =>
      bar
        .getByRole('status')
        .filter({ hasText: words(key, language) })
        .waitFor(),
    strip: () => bar.locator('canvas'),
  };
}
