import type { BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { openRecordingRoad, type RecordingRoad } from './recording-road.ts';
import { visit } from './visit.ts';

/** The places to which a key could leak. */
export type Place =
  | 'address of a request'
  | 'header of a request'
  | 'body of a request'
  | 'header of an answer'
  | 'body of an answer'
  | 'request to anybody else'
  | 'analytics'
  | 'console'
  | 'uncaught error'
  | 'text of the page'
  | 'title of the page'
  | 'referrer of the page'
  | 'address of the page'
  | 'history'
  | 'timings of the page'
  | 'localStorage'
  | 'sessionStorage'
  | 'IndexedDB'
  | 'Cache Storage'
  | 'cookies'
  | 'saved file'
  | 'log of the cloud';

/** An occurrence of the key in a text. */
export interface FoundKey {
  readonly who: string;
  readonly place: Place;
  readonly before: string;
  readonly after: string;
}

export type KeySearch = ReturnType<typeof createKeySearch>;

/** Searches texts for a key, in any case, and counts them: an empty search finds nothing, too. */
export function createKeySearch(key: string) {
  const looked = new Map<Place, number>();
  const found: FoundKey[] = [];
  return {
    looked,
    found,
    scan(who: string, place: Place, texts: Iterable<string>): void {
      for (const text of texts) {
        looked.set(place, (looked.get(place) ?? 0) + 1);
        const [any, wanted] = [text.toLowerCase(), key.toLowerCase()];
        for (let at = any.indexOf(wanted); at >= 0; at = any.indexOf(wanted, at + 1))
          found.push({ who, place, before: text.slice(0, at), after: text.slice(at + key.length) });
      }
    },
  };
}

/** A person whose browser is recorded: its own proxy to the cloud, and all its output. */
export interface Watched {
  readonly who: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly road: RecordingRoad;
  /** Addresses of requests to origins that are not allowed. */
  readonly elsewhere: string[];
  readonly output: string[];
  readonly broke: string[];
}

/** A person with a browser and a proxy to the cloud, until the test is over; `others` are origins to which requests may go. */
export async function watchVisit(
  who: string,
  cloud: string,
  others: readonly string[],
  options: Parameters<typeof visit>[1],
): Promise<Watched> {
  const road = await openRecordingRoad(cloud);
  const { page, context } = await visit(await sharedBrowser(), options);
  const elsewhere: string[] = [];
  const output: string[] = [];
  const broke: string[] = [];
  const known = [road.url, ...others];
  context.on('request', (request) => {
    const url = request.url();
    if (url.startsWith('http') && !known.some((origin) => url.startsWith(origin))) elsewhere.push(url);
  });
  context.on('console', (message) => output.push(`${message.text()} ${message.location().url}`));
  context.on('weberror', (error) => broke.push(error.error().stack ?? error.error().message));
  onTestFinished(async () => {
    await context.close();
    await road.close();
  });
  return { who, page, context, road, elsewhere, output, broke };
}

/** Searches a browser and all that it sent. */
export async function searchBrowser(search: KeySearch, watched: Watched): Promise<void> {
  const { who, page, context, road } = watched;
  const scan = (place: Place, texts: Iterable<string>) => search.scan(who, place, texts);
  const named = (headers: object) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  for (const { address, headers, answerHeaders, body, answer } of road.passed) {
    scan('address of a request', [decodeURIComponent(address)]);
    scan('header of a request', named(headers));
    scan('body of a request', [body()]);
    scan('header of an answer', named(answerHeaders));
    scan('body of an answer', [answer()]);
  }
  scan('request to anybody else', watched.elsewhere);
  scan('console', watched.output);
  scan('uncaught error', watched.broke);
  scan(
    'cookies',
    (await context.cookies()).map((cookie) => JSON.stringify(cookie)),
  );
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  // The browser itself stores the address typed into the address bar; no page can remove that.
  scan(
    'history',
    entries.map(({ url, title }) => `${url} ${title}`),
  );
  const inPage = await page.evaluate(readPage);
  for (const [place, texts] of Object.entries(inPage)) scan(place as Place, texts); // readPage names them
}

/** Runs in the page: returns all its stored data and state. */
async function readPage(): Promise<Record<string, string[]>> {
  const rows: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    rows.push(name);
    for (const store of opened.objectStoreNames) {
      const reading = opened.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => {
        reading.onsuccess = resolve;
        reading.onerror = resolve;
      });
      rows.push(`${name} ${store} ${JSON.stringify(reading.result ?? null)}`);
    }
    opened.close();
  }
  const stored: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      stored.push(`${name} ${request.url} ${await (await cache.match(request))?.text()}`);
  }
  const entriesOf = (storage: Storage) => Object.entries({ ...storage }).map(([name, value]) => `${name}: ${value}`);
  return {
    'text of the page': [document.body.innerText],
    'title of the page': [document.title],
    'referrer of the page': [document.referrer],
    'address of the page': [location.href],
    'timings of the page': performance.getEntries().map(({ name }) => name),
    localStorage: entriesOf(localStorage),
    sessionStorage: entriesOf(sessionStorage),
    IndexedDB: rows,
    'Cache Storage': stored,
  };
}
