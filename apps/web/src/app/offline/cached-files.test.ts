import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import type { BuildFiles } from './build-files.ts';
import { createCachedFiles } from './cached-files.ts';
import { FROM_CACHE_HEADER } from './messages.ts';

const SITE = 'https://site.test';
const urlOf = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : request, SITE).href;

/** The caches of a browser, which refuses to store more once it is full. */
function createCaches() {
  let isFull = false;
  const stored = new Map<string, Map<string, Response>>();
  async function open(name: string) {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (request: RequestInfo) => entries.get(urlOf(request))?.clone(),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      async put(request: RequestInfo, answer: Response) {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError');
        entries.set(urlOf(request), answer);
      },
    };
  }
  const caches = {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    async match(request: RequestInfo) {
      const answers = await Promise.all([...stored.keys()].map(async (name) => (await open(name)).match(request)));
      return answers.find(Boolean);
    },
  };
  const pathsOf = (name: string) => [...(stored.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname);
  // Only the used part of it.
  return {
    caches: caches as unknown as CacheStorage,
    pathsOf,
    fill() {
      isFull = true;
    },
  };
}

function buildOf(version: string): BuildFiles {
  const languages = Object.fromEntries(
    ['de', 'en-US', 'ja'].map((code) => [
      code,
      ['base', 'hamp', 'site'].map((part) => `/assets/${code}-${part}${version}.js`),
    ]),
  );
  const shell = [`/assets/index-${version}.js`, ...(languages['en-US'] ?? []).filter((path) => !path.includes('hamp'))];
  return {
    version,
    shell: ['/', ...shell],
    assets: [`/assets/index-${version}.js`, `/assets/hamp-page-${version}.js`, ...Object.values(languages).flat()],
    languages,
    firstTexts: Object.fromEntries(
      Object.entries(languages).map(([code, paths]) => [code, paths.filter((path) => !path.includes('hamp'))]),
    ),
    onlyWhenUsed: [],
  };
}

const answerWithPath = async (request: RequestInfo) => new Response(new URL(urlOf(request)).pathname);

test('a newer build caches from the start what the first page shows in each language that an older one has', async () => {
  const { caches, pathsOf } = createCaches();
  const time = createFakeTime();
  const older = createCachedFiles({ build: buildOf('1'), caches, fetch: answerWithPath, time });
  await older.install();
  await older.takeOver([]);
  await older.prefetch('de', 100);

  const newer = createCachedFiles({ build: buildOf('2'), caches, fetch: answerWithPath, time });
  await newer.install();
  await newer.takeOver([]);
  expect(await caches.keys()).toEqual(['tactus-app-2']);
  expect(pathsOf('tactus-app-2')).toEqual(
    expect.arrayContaining([
      '/',
      '/assets/index-2.js',
      '/assets/en-US-base2.js',
      '/assets/de-base2.js',
      '/assets/de-site2.js',
    ]),
  );
  expect(pathsOf('tactus-app-2').filter((path) => /ja-|-hamp/.test(path))).toEqual([]);
});

const CONFIG = `${SITE}/config.json`;

/** A site that answers only once it is told to, and the files of a build that has its configuration from before. */
async function withSlowSite() {
  const time = createFakeTime();
  const waiting: Array<{ answer: (text: string) => void; fail: () => void }> = [];
  const fetch = (_: RequestInfo, { signal }: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const fail = () => reject(new TypeError('Failed to fetch'));
      signal?.addEventListener('abort', fail);
      waiting.push({ answer: (text) => resolve(new Response(text)), fail });
    });
  const files = createCachedFiles({ build: buildOf('1'), caches: createCaches().caches, fetch, time });
  const ask = () => {
    const seen: { text?: string; isCached?: boolean; failed?: true } = {};
    const noted = (async () => {
      const answer = await files.document(new Request(CONFIG));
      Object.assign(seen, { text: await answer.text(), isCached: answer.headers.has(FROM_CACHE_HEADER) });
    })().catch(() => void Object.assign(seen, { failed: true }));
    return { seen, noted };
  };
  /** Lets promises of the caches settle, which wait for no time. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (ms: number) => {
    await settle();
    await time.advance(ms);
    await settle();
  };
  return { ask, pass, waiting };
}

test('a configuration that the site does not send within 4 s comes from the cache, which a late answer renews', async () => {
  const { ask, pass, waiting } = await withSlowSite();
  const first = ask();
  await pass(10_000);
  expect(first.seen).toEqual({});
  waiting[0]?.answer('one');
  await first.noted;
  expect(first.seen).toEqual({ text: 'one', isCached: false });

  const second = ask();
  await pass(3_999);
  expect(second.seen).toEqual({});
  await pass(1);
  expect(second.seen).toEqual({ text: 'one', isCached: true });
  waiting[1]?.answer('two');
  await pass(0);

  const third = ask();
  await pass(0);
  waiting[2]?.fail();
  await third.noted;
  expect(third.seen).toEqual({ text: 'two', isCached: true });
});

test('a site that answers nothing holds one connection, and is asked anew after 30 s', async () => {
  const { ask, pass, waiting } = await withSlowSite();
  const first = ask();
  await pass(0);
  waiting[0]?.answer('one');
  await first.noted;
  for (const _ of [1, 2, 3]) {
    ask();
    await pass(5_000);
  }
  expect(waiting).toHaveLength(2);
  const joined = [ask(), ask()];
  await pass(1_000);
  waiting[1]?.answer('two');
  await Promise.all(joined.map(({ noted }) => noted));
  expect(joined.map(({ seen }) => seen)).toEqual(Array(2).fill({ text: 'two', isCached: false }));

  ask();
  await pass(29_999);
  ask();
  await pass(0);
  expect(waiting).toHaveLength(3);
  await pass(1);
  ask();
  await pass(0);
  expect(waiting).toHaveLength(4);
});

test('where the storage of the browser is full, files and configuration come from the network all the same', async () => {
  const { caches, fill } = createCaches();
  const time = createFakeTime();
  const files = createCachedFiles({ build: buildOf('1'), caches, fetch: answerWithPath, time });
  const page = `${SITE}/assets/hamp-page-1.js`;
  fill();
  expect(await (await files.asset(new Request(page))).text()).toBe('/assets/hamp-page-1.js');
  const config = await files.document(new Request(CONFIG));
  expect(await config.text()).toBe('/config.json');
  expect(config.headers.has(FROM_CACHE_HEADER)).toBe(false);
  await files.store(['/assets/hamp-page-1.js']);
});

test('a newer version takes over on a full disk too, and frees what the older one held', async () => {
  const { caches, fill } = createCaches();
  const time = createFakeTime();
  const older = createCachedFiles({ build: buildOf('1'), caches, fetch: answerWithPath, time });
  await older.install();
  await older.takeOver([]);
  const newer = createCachedFiles({
    build: { ...buildOf('2'), assets: [...buildOf('1').assets, ...buildOf('2').assets] },
    ...{ caches, fetch: answerWithPath, time },
  });
  await newer.install();
  fill();
  await newer.takeOver([]);
  expect(await caches.keys()).toEqual(['tactus-app-2']);
});
