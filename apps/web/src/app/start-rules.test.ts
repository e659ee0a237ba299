import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import { createAnalytics } from '../analytics/create-analytics.ts';
import { fetchRandomTip, parseTips } from '../features/home/tips.ts';
import { japaneseSiteTarget } from './japanese-site.ts';
import { createPageViewTracker, mustStopOnLeave } from './navigation.ts';
import { findRoute } from './routes/routes.ts';
import { DEFAULT_RUNTIME_CONFIG, readRuntimeConfig } from './runtime-config.ts';

const answer =
  (body: string, status = 200): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, { status }));

describe('the runtime configuration', () => {
  test('is read as it is written', () => {
    const values = {
      apiBase: 'https://api.example/v3',
      scriptHost: 'https://scripts.example',
      applicationId: 'app',
      japaneseSite: 'https://example.jp',
      analyticsKey: 'phc',
      siteUrl: 'https://tactus.example',
    };
    expect(readRuntimeConfig({ ...values, features: { leases: true, channels: 'yes' }, more: 1 })).toEqual({
      ...values,
      features: { leases: true, channels: false },
    });
  });

  test.each([null, 12, [], 'text', {}, { apiBase: 4, scriptHost: '  ', features: 3 }])(
    'of no or the wrong form (%j) is the default',
    (value) => {
      expect(readRuntimeConfig(value)).toEqual(DEFAULT_RUNTIME_CONFIG);
    },
  );
});

describe('the Japanese site', () => {
  const location = {
    origin: 'https://a.example',
    hostname: 'a.example',
    pathname: '/hamp',
    search: '?a=1',
    hash: '#b',
  };
  const japaneseSite = 'https://b.example/ignored';

  test('opens on the same path and query for a language that names it', () => {
    expect(japaneseSiteTarget({ location, japaneseLanguage: true, japaneseSite })).toBe('https://b.example/hamp?a=1#b');
  });

  test('opens from a host name that contains .jp', () => {
    const host = { ...location, origin: 'https://a.jp', hostname: 'a.jp' };
    expect(japaneseSiteTarget({ location: host, japaneseLanguage: false, japaneseSite })).toBe(
      'https://b.example/hamp?a=1#b',
    );
  });

  test('does not open for others, nor where it is not configured, nor from itself', () => {
    expect(japaneseSiteTarget({ location, japaneseLanguage: false, japaneseSite })).toBeUndefined();
    expect(japaneseSiteTarget({ location, japaneseLanguage: true, japaneseSite: undefined })).toBeUndefined();
    expect(japaneseSiteTarget({ location, japaneseLanguage: true, japaneseSite: 'https://a.example' })).toBeUndefined();
    expect(
      japaneseSiteTarget({ location, japaneseLanguage: true, japaneseSite: 'javascript:alert(1)' }),
    ).toBeUndefined();
  });
});

describe('tips', () => {
  const device = 'The Handy';

  test('are texts, or objects with texts by language', () => {
    const list = [
      'plain',
      { 'en-US': 'English', 'nb-NO': 'Norsk' },
      { text: { en: 'Short', nb: 'Kort' } },
      { tip: 'Tip' },
      7,
      {},
      null,
      '',
    ];
    expect(parseTips(list, { language: 'nb-NO', device })).toEqual(['plain', 'Norsk', 'Kort', 'Tip']);
    expect(parseTips(list, { language: 'de', device })).toEqual(['plain', 'English', 'Short', 'Tip']);
    expect(parseTips({ tips: ['inside'] }, { language: 'en-US', device })).toEqual(['inside']);
    expect(parseTips('nothing', { language: 'en-US', device })).toEqual([]);
  });

  test('for another device are skipped', () => {
    const list = [
      'for all',
      { text: 'about strokes', devices: ['handy'] },
      { text: 'about frequencies', devices: ['oh'] },
      { text: 'about batteries', devices: ['oh', 'handy'] },
    ];
    const forDevice = (name: 'The Handy' | 'Oh') => parseTips(list, { language: 'en-US', device: name });
    expect(forDevice('The Handy')).toEqual(['for all', 'about strokes', 'about batteries']);
    expect(forDevice('Oh')).toEqual(['for all', 'about frequencies', 'about batteries']);
  });

  test('are fetched from the site root, and one is chosen at random', async () => {
    const requests: string[] = [];
    const fetch: typeof globalThis.fetch = (input) => {
      requests.push(String(input));
      return Promise.resolve(new Response('["a","b","c"]'));
    };
    const chosen = new Set<string | undefined>();
    const random = createRandom(1);
    for (let run = 0; run < 30; run++) chosen.add(await fetchRandomTip({ fetch, language: 'en-US', device, random }));
    expect([...chosen].sort()).toEqual(['a', 'b', 'c']);
    expect(new Set(requests)).toEqual(new Set(['/handy_tips.json']));
  });

  test('are none where the list is empty or missing', async () => {
    const random = createRandom(1);
    expect(await fetchRandomTip({ fetch: answer('[]'), language: 'en-US', device, random })).toBeUndefined();
    expect(await fetchRandomTip({ fetch: answer('', 404), language: 'en-US', device, random })).toBeUndefined();
  });
});

describe('page visits', () => {
  function recorded() {
    const analytics = createAnalytics({ error: () => undefined });
    const tracked: string[] = [];
    analytics.onEvent((event) => tracked.push(`${event.name} ${JSON.stringify(event.properties)}`));
    return { pageViews: createPageViewTracker(analytics.track), tracked };
  }

  test('raise page-view after each navigation and page-leave before each but the first', () => {
    const { pageViews, tracked } = recorded();
    for (const path of ['/', '/hamp', '/settings']) {
      pageViews.before();
      pageViews.after(path);
    }
    expect(tracked).toEqual([
      'page_view {"path":"/"}',
      'page_leave {"path":"/"}',
      'page_view {"path":"/hamp"}',
      'page_leave {"path":"/hamp"}',
      'page_view {"path":"/settings"}',
    ]);
  });

  test('raise one page-leave where a navigation is redirected to another page', () => {
    const { pageViews, tracked } = recorded();
    pageViews.after('/');
    pageViews.before();
    pageViews.before();
    pageViews.after('/device-selection');
    expect(tracked.filter((event) => event.startsWith('page_leave'))).toHaveLength(1);
  });

  test('name the pattern of a path, so that they never contain a key', () => {
    const { pageViews, tracked } = recorded();
    pageViews.after('/share/DemoHandy1');
    pageViews.after('/nowhere/DemoHandy1');
    expect(tracked).toEqual(['page_view {"path":"/share/:key"}', 'page_view {"path":"not-found"}']);
  });
});

test('leaving a page that moves the device stops it, unless the next page moves the same or the setting is off', () => {
  const [hamp, home] = [findRoute('/hamp'), findRoute('/')];
  expect(mustStopOnLeave({ left: hamp, entered: home, stopOnLeave: true })).toBe(true);
  expect(mustStopOnLeave({ left: hamp, entered: undefined, stopOnLeave: true })).toBe(true);
  expect(mustStopOnLeave({ left: hamp, entered: hamp, stopOnLeave: true })).toBe(false);
  expect(mustStopOnLeave({ left: hamp, entered: home, stopOnLeave: false })).toBe(false);
  expect(mustStopOnLeave({ left: home, entered: hamp, stopOnLeave: true })).toBe(false);
});
