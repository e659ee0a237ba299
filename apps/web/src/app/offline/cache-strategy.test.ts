import { expect, test } from 'vitest';
import { cacheStrategy } from './cache-strategy.ts';

const SITE = 'https://site.test';
const strategy = (path: string, changes: { method?: string; mode?: string; isPart?: boolean } = {}) =>
  cacheStrategy({ method: 'GET', mode: 'cors', isPart: false, url: new URL(path, SITE).href, ...changes }, SITE);

test.each([
  '/api/handy-rest/v3/hamp/state',
  '/api/handy-rest/v3/sse?events=mode_changed',
  '/api/tactus/features',
  '/metrics',
  '/healthz',
  '/livez',
  '/readyz',
  '/_control/devices',
  '/sse',
  '/elsewhere.json',
  'https://other.test/assets/index.js',
  'https://other.test/config.json',
])('%s passes as if there were no worker', (path) => {
  expect(strategy(path)).toBe('pass');
  expect(strategy(path, { mode: 'navigate' })).not.toBe('document');
});

test.each([
  '/api/docs/',
  '/metrics',
  '/healthz',
  '/livez',
  '/readyz',
  '/_control',
  '/sse',
  '/api',
  '/service-worker.js',
  '/widget.html?slim=1',
  '/uui?allow=https://a.test',
])('a person who opens %s never gets a page of the app for it', (path) =>
  expect(strategy(path, { mode: 'navigate' })).toBe('pass'),
);

test.each(['/', '/hamp', '/Hvp', '/share/abc/hamp?x=1', '/ota/4.1.0/2', '/apiary', '/uui', '/uui?x=1'])(
  '%s, opened, is a page of the app',
  (path) => expect(strategy(path, { mode: 'navigate' })).toBe('page'),
);

test('files of a build are assets, changing files of the site are documents, and only for plain requests of the whole file', () => {
  expect(strategy('/assets/index-abc.js')).toBe('asset');
  expect(strategy('/icon.png')).toBe('asset');
  expect(strategy('/config.json')).toBe('document');
  expect(strategy('/handy_tips.json')).toBe('document');
  expect(strategy('/content/community.json')).toBe('document');
  expect(strategy('/config.json?x=1')).toBe('pass');
  expect(strategy('/assets/clip.webm', { isPart: true })).toBe('pass');
  expect(strategy('/config.json', { method: 'PUT' })).toBe('pass');
});
