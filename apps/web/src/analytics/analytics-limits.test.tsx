/**
 * The limits of features that the app leaves off: feature flags, cookies and web vitals. The effect of the
 * app's configuration on the library is tested in a build with all of these, with one of them switched on at a time.
 */
import type library from 'posthog-js/dist/module.slim.no-external';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnalytics } from './create-analytics.ts';

type Config = NonNullable<Parameters<typeof library.init>[1]>;

const DAY_MS = 86_400_000;
/** How long packing may take on a busy machine. */
const PACKING_MS = 10_000;
const NOW_MS = 1_700_000_000_000;

/** The library as the app opens it, except for the switched-on features; its requests get no answer. */
async function openWith(switchOn: (config: Config) => Config) {
  vi.doMock('posthog-js/dist/module.slim.no-external', () => import('posthog-js/dist/module.full.no-external'));
  const requests: { readonly url: string; readonly signal: AbortSignal | null | undefined }[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requests.push({ url: String(url), signal: init?.signal });
    return new Promise(() => undefined);
  });
  const { default: posthog } = await import('posthog-js/dist/module.slim.no-external');
  const { sendAnalytics } = await import('./send-analytics.ts');
  const init = posthog.init.bind(posthog);
  vi.spyOn(posthog, 'init').mockImplementation((key, config) => init(key, { ...config, ...switchOn(config ?? {}) }));
  const log = { warn: () => undefined, error: () => undefined };
  sendAnalytics(createAnalytics(log), { key: 'phc_test', host: 'https://statistics.example', log });
  return { posthog, requests };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOW_MS, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a request for feature flags would be aborted after 3000 ms', async () => {
  const { posthog, requests } = await openWith(() => ({ advanced_disable_flags: false }));
  posthog.reloadFeatureFlags();
  const flags = () => requests.find(({ url }) => url.includes('/flags/'));
  // The library compresses its requests in real time.
  const startMs = performance.now();
  while (flags() === undefined && performance.now() - startMs < PACKING_MS) {
    await vi.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(flags()?.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2_998);
  expect(flags()?.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(flags()?.signal?.aborted).toBe(true);
});

test('a cookie would expire after 365 days', async () => {
  const set = vi.spyOn(document, 'cookie', 'set');
  const { posthog } = await openWith(() => ({ persistence: 'cookie' }));
  posthog.register({ some: 'value' });
  // A cookie with an expiry in the past deletes another.
  const ends = set.mock.calls
    .filter(([cookie]) => cookie.startsWith('ph_phc_test'))
    .map(([cookie]) => Date.parse(/expires=([^;]+)/.exec(cookie)?.[1] ?? ''))
    .filter((endMs) => endMs > NOW_MS);
  expect(new Set(ends)).toEqual(new Set([NOW_MS + 365 * DAY_MS]));
});

test('collected web vitals would be sent after 8 s', async () => {
  let report: (metric: object) => void = () => undefined;
  const ignore = () => undefined;
  const collect = (run: typeof report) => {
    report = run;
  };
  const { posthog } = await openWith(({ capture_performance }) => {
    // Measurements of the test, in place of the browser's.
    const measures = { onLCP: collect, onCLS: ignore, onFCP: ignore, onINP: ignore };
    vi.stubGlobal('__PosthogExtensions__', {
      postHogWebVitalsCallbacksByFlavor: { 'web-vitals-with-attribution': measures, 'web-vitals': measures },
    });
    return { capture_performance: { ...(capture_performance as object), web_vitals: true } }; // an object, as the app passes it
  });
  const capture = vi.spyOn(posthog, 'capture');
  const vitals = () => capture.mock.calls.filter(([name]) => name === '$web_vitals').length;
  report({
    name: 'LCP',
    value: 1_200,
    delta: 1_200,
    id: 'v1',
    entries: [],
    rating: 'good',
    navigationType: 'navigate',
  });
  await vi.advanceTimersByTimeAsync(7_999);
  expect(vitals()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(vitals()).toBe(1);
});
