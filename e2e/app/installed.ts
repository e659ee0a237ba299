import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { words } from '../harness/words.ts';

/** The app as the browser has cached it, in the language of the person. */
export function installed(page: Page, language = 'en-US') {
  return {
    offline: () => page.getByText(words('site.offline', language), { exact: true }),
    newVersion: () => page.getByText(words('site.newVersion', language), { exact: true }),
    reload: () => page.getByRole('button', { name: words('site.newVersion.reload', language) }),
    /** Waits until the service worker controls the page, and has cached the files that the page loaded before. */
    ready: () =>
      until(
        'the app is cached',
        // Polled from here: a promise would count as an answer at once.
        () =>
          page.evaluate(async () => {
            const files = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\//.test(name));
            const cachedPaths = await Promise.all(files.map(({ name }) => caches.match(name, { ignoreVary: true })));
            return navigator.serviceWorker.controller !== null && cachedPaths.every((answer) => answer !== undefined);
          }),
        30_000,
      ),
    /** Waits until all files of this version that the person may open are cached, which the page does once it is idle. */
    allCached: () =>
      until(
        'all pages are cached',
        () =>
          page.evaluate(async (spoken) => {
            const { port1, port2 } = new MessageChannel();
            const left = new Promise((resolve) => {
              port1.onmessage = ({ data }) => resolve(data);
            });
            const message = { type: 'keep-ahead', language: spoken, most: 0 };
            navigator.serviceWorker.controller?.postMessage(message, [port2]);
            return navigator.serviceWorker.controller !== null && (await left) === 0;
          }, language),
        120_000,
        500,
      ),
    /** The paths of all cached files. */
    cachedPaths: () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const opened = await Promise.all(names.map((name) => caches.open(name)));
        const requests = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
        return requests.map(({ url }) => new URL(url).pathname + new URL(url).search);
      }),
    /** Checks for a newer version, as the page does by itself every hour. */
    checkForUpdate: () =>
      page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update())),
    /** The script that this page runs. */
    entry: () => page.locator('script[data-app]').getAttribute('data-app'),
  };
}
