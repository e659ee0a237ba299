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

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', json: 'application/json' };

function answerWithPath(request: RequestInfo): Promise<Response> {
  const { pathname } = new URL(urlOf(request));
  const type = TYPES[pathname.split('.')[1] ?? ''] ?? 'text/html';
  return Promise.resolve(new Response(pathname, { headers: { 'content-type': type } }));
}

const pageOf = (version: string) =>
  new Response(`<script src="/assets/index-${version}.js"></script>`, { headers: { 'content-type': 'text/html' } });

/** A host of a build. */
const hostOf = (version: string) => async (request: RequestInfo) =>
  urlOf(request) === `${SITE}/` ? pageOf(version) : answerWithPath(request);

test('a newer build caches from the start what the first page shows in each language that an older one has', async () => {
  const { caches, pathsOf } = createCaches();
  const time = createFakeTime();
  const older = createCachedFiles({ build: buildOf('1'), caches, fetch: hostOf('1'), time });
  await older.install();
  await older.takeOver([]);
  await older.prefetch('de', 100);

  const newer = createCachedFiles({ build: buildOf('2'), caches, fetch: hostOf('2'), time });
  await newer.install();
  await newer.takeOver([]);
  expect(await caches.keys()).toEqual(['tactus-documents', 'tactus-app-2']);
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
      const headers = { 'content-type': 'application/json' };
      waiting.push({ answer: (text) => resolve(new Response(text, { headers })), fail });
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
  const older = createCachedFiles({ build: buildOf('1'), caches, fetch: hostOf('1'), time });
  await older.install();
  await older.takeOver([]);
  const newer = createCachedFiles({
    build: { ...buildOf('2'), assets: [...buildOf('1').assets, ...buildOf('2').assets] },
    ...{ caches, fetch: hostOf('2'), time },
  });
  await newer.install();
  fill();
  await newer.takeOver([]);
  expect(await caches.keys()).toEqual(['tactus-documents', 'tactus-app-2']);
});

/** What a network with a login page answers to every request, and a host to every path that it has no file for. */
const fallbackPage = async () =>
  new Response('<title>Log in</title>', { headers: { 'content-type': 'text/html; charset=utf-8' } });

/** A network that has another answer for some addresses for as long as they are listed. */
function withWrongAnswers(host: (request: RequestInfo) => Promise<Response>, wrong = fallbackPage) {
  const paths = new Set<string>();
  const requests: Array<{ path: string; cache?: RequestCache }> = [];
  const fetch = (request: RequestInfo, init: RequestInit = {}) => {
    const path = new URL(urlOf(request)).pathname;
    requests.push({ path, ...(init.cache && { cache: init.cache }) });
    return paths.has(path) ? wrong() : host(request);
  };
  return { paths, requests, fetch };
}

test.each(['/', '/assets/index-1.js', '/assets/en-US-base1.js'])(
  'a worker is not installed where a page comes in the place of %s, and is once the file comes',
  async (path) => {
    const { caches, pathsOf } = createCaches();
    const network = withWrongAnswers(hostOf('1'));
    const files = createCachedFiles({ build: buildOf('1'), caches, fetch: network.fetch, time: createFakeTime() });
    network.paths.add(path);
    await expect(files.install()).rejects.toThrow(path);
    expect(pathsOf('tactus-app-1')).not.toContain(path);
    network.paths.clear();
    await files.install();
    expect(pathsOf('tactus-app-1')).toContain(path);
  },
);

test('a worker is not installed where the site still has the page of an older build', async () => {
  const network = withWrongAnswers(hostOf('2'), async () => pageOf('1'));
  const { caches } = createCaches();
  const files = createCachedFiles({ build: buildOf('2'), caches, fetch: network.fetch, time: createFakeTime() });
  network.paths.add('/');
  await expect(files.install()).rejects.toThrow('/');
});

test('a page in the place of a file is not cached, and the file is requested anew, past the cache of the browser', async () => {
  const { caches, pathsOf } = createCaches();
  const network = withWrongAnswers(hostOf('1'));
  const files = createCachedFiles({ build: buildOf('1'), caches, fetch: network.fetch, time: createFakeTime() });
  await files.install();
  const path = '/assets/hamp-page-1.js';
  network.paths.add(path);
  await files.store([path]);
  await files.prefetch('en-US', 100);
  await files.asset(new Request(SITE + path));
  expect(pathsOf('tactus-app-1')).not.toContain(path);
  expect(network.requests.slice(-2)).toEqual([{ path }, { path, cache: 'reload' }]);
  network.paths.clear();
  expect(await (await files.asset(new Request(SITE + path))).text()).toBe(path);
  expect(pathsOf('tactus-app-1')).toContain(path);
});

test('a page that an earlier worker cached as a file is never shown, nor taken over', async () => {
  const { caches, pathsOf } = createCaches();
  const path = '/assets/hamp-page-1.js';
  for (const version of ['0', '1']) await (await caches.open(`tactus-app-${version}`)).put(path, await fallbackPage());
  const files = createCachedFiles({ build: buildOf('1'), caches, fetch: hostOf('1'), time: createFakeTime() });
  expect(await (await files.asset(new Request(SITE + path))).text()).toBe(path);
  await (await caches.open('tactus-app-1')).put(path, await fallbackPage());
  await files.store([path]);
  expect(await (await files.asset(new Request(SITE + path))).text()).toBe(path);

  const newer = createCachedFiles({
    build: { ...buildOf('2'), assets: [path, ...buildOf('2').assets] },
    ...{ caches, fetch: hostOf('2'), time: createFakeTime() },
  });
  await (await caches.open('tactus-app-1')).put(path, await fallbackPage());
  await newer.install();
  await newer.takeOver([]);
  expect(pathsOf('tactus-app-2')).not.toContain(path);
});

test.each([
  ['a page with status 200', fallbackPage],
  ['an error', async () => Response.json({}, { status: 500 })],
])('%s never replaces the configuration in the cache, which is answered in its place', async (_, wrong) => {
  const network = withWrongAnswers(answerWithPath, wrong);
  const { caches } = createCaches();
  const files = createCachedFiles({ build: buildOf('1'), caches, fetch: network.fetch, time: createFakeTime() });
  const ask = () => files.document(new Request(CONFIG));
  await ask();
  network.paths.add('/config.json');
  for (const _again of [1, 2]) {
    const answer = await ask();
    expect([await answer.text(), answer.headers.has(FROM_CACHE_HEADER)]).toEqual(['/config.json', true]);
  }
  const first = createCachedFiles({
    build: buildOf('1'),
    ...{ caches: createCaches().caches, fetch: network.fetch, time: createFakeTime() },
  });
  const uncached = await first.document(new Request(CONFIG));
  expect(await uncached.text()).toBe(await (await wrong()).text());
});

test('where the site says that it has no configuration, that is the answer', async () => {
  const network = withWrongAnswers(answerWithPath, async () => new Response('', { status: 404 }));
  const { caches } = createCaches();
  const files = createCachedFiles({ build: buildOf('1'), caches, fetch: network.fetch, time: createFakeTime() });
  await files.document(new Request(CONFIG));
  network.paths.add('/config.json');
  expect((await files.document(new Request(CONFIG))).status).toBe(404);
});

test('the configuration is cached with the first page, which was loaded before there was a worker', async () => {
  const network = withWrongAnswers(hostOf('1'), () => Promise.reject(new TypeError('Failed to fetch')));
  const { caches } = createCaches();
  const files = createCachedFiles({ build: buildOf('1'), caches, fetch: network.fetch, time: createFakeTime() });
  await files.install();
  network.paths.add('/config.json');
  expect((await files.document(new Request(CONFIG))).headers.has(FROM_CACHE_HEADER)).toBe(true);
});

test('a worker is installed on a site without a configuration too', async () => {
  const network = withWrongAnswers(hostOf('1'), async () => new Response('', { status: 404 }));
  const { caches, pathsOf } = createCaches();
  const files = createCachedFiles({ build: buildOf('1'), caches, fetch: network.fetch, time: createFakeTime() });
  network.paths.add('/config.json');
  await files.install();
  expect(pathsOf('tactus-documents')).toEqual([]);
});
