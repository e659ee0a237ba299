import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The bar that is on every page. */
export function dock(page: Page) {
  const bar = page.getByRole('region', { name: words('dock.label'), exact: true });
  return {
    bar: () => bar,
    stop: () => bar.getByRole('button', { name: words('dock.stop'), exact: true }),
    status: () => bar.getByRole('status'),
    /** Waits until the dock says this. */
    says: (key: string) =>
      bar
        .getByRole('status')
        .filter({ hasText: words(key) })
        .waitFor(),
    strip: () => bar.locator('canvas'),
  };
}
