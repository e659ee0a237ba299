import type { Page } from 'playwright-core';

/** Opens a page of a site that runs no script and sends no request, not even for its icon or for the site itself. */
export async function openBlank(page: Page, origin: string): Promise<void> {
  const blank = `${origin}/blank`;
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  await page.goto(blank);
  await page.unroute(blank);
}
