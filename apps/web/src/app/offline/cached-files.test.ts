import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import type { BuildFiles } from './build-files.ts';
import { createCachedFiles } from './cached-files.ts';

const SITE = 'https://site.test';
const urlOf = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : request, SITE).href;

/** The caches of a browser. */
function createCaches() {
  const stored = new Map<string, Map<string, Response>>();
  async function open(name: string) {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (request: RequestInfo) => entries.get(urlOf(request))?.clone(),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      put: async (request: RequestInfo, answer: Response) => void entries.set(urlOf(request), answer),
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
  return { caches: caches as unknown as CacheStorage, pathsOf };
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
