import type { Page } from 'playwright-core';

/** Puts settings where the app keeps them, of a person whose device is chosen: the next page of that site has them. */
export async function storeSettings(page: Page, url: string, settings: object): Promise<void> {
  // A page of the same origin that runs nothing and asks for nothing, not even for its icon.
  const blank = `${url}/blank`;
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  await page.goto(blank);
  await page.evaluate(
    (stored) => localStorage.setItem('tactus.settings', stored),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, ...settings }),
  );
  await page.unroute(blank);
}
