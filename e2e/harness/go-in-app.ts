import type { Page } from 'playwright-core';
import { words } from './words.ts';

const NOWHERE = '/nowhere';

/**
 * Goes to a page as a link of the app does, without loading the app again, by way of an unknown address: so the earlier page is gone
 * when this returns. The page need not be shown yet.
 */
export async function goInApp(page: Page, path: string, locale?: string): Promise<void> {
  const go = (to: string) => page.evaluate((next) => history.pushState({}, '', next), to);
  const nowhere = page.getByRole('heading', { name: words('notFound.title', locale) });
  await go(NOWHERE);
  await nowhere.waitFor();
  if (path === NOWHERE) return;
  await go(path);
  await nowhere.waitFor({ state: 'detached' });
}
