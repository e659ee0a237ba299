import { describe, expect, test } from 'vitest';
import { editDistance, nearestRoute } from '../nearest-route.ts';
import { findRoute } from './find-route.ts';
import { ROUTES, routesOfMenuGroup } from './routes.ts';

const CHILDREN_OF_MAIN = [
  ['/', { noPadding: true }],
  ['/sync', { app: true }],
  ['/Hvp', { app: true, multicastSupport: true }],
  ['/hvp', { app: true, multicastSupport: true }],
  ['/hdsp', { app: true, multicastSupport: true }],
  ['/hamp', { app: true, multicastSupport: true }],
  ['/hsp', {}],
  ['/random-classic', {}],
  ['/uui', {}],
  ['/remote', {}],
  ['/configure', {}],
  ['/community', {}],
  ['/local', { app: true }],
  ['/beatbox', { app: true }],
  ['/ota', { app: true }],
  ['/ota/:version/:fw_feature_flag', { app: true }],
  ['/ota-fw3', { app: false }],
  ['/ota-optin', { app: true }],
  ['/partners/:filter', { noPadding: true }],
  ['/changelog', {}],
  ['/about', {}],
  ['/settings', {}],
  ['/link', { app: true }],
  ['/fw-release-notes', {}],
  ['/ota-direct/:version/:fw_feature_flag', { app: true }],
] as const;

describe('the table of routes', () => {
  test('has every child of the main layout with its flags', () => {
    const rows = ROUTES.filter((row) => row.layout === 'main').map(({ path, noPadding, app, multicastSupport }) => [
      path,
      Object.fromEntries(
        Object.entries({ noPadding, app, multicastSupport }).filter(([, value]) => value !== undefined),
      ),
    ]);
    expect(rows).toEqual(CHILDREN_OF_MAIN);
  });

  test('has the pages of the debug layout', () => {
    expect(ROUTES.filter((row) => row.layout === 'debug').map((row) => row.path)).toEqual([
      '/debug',
      '/debug/channel',
      '/debug/channel-sdk',
      '/debug/channel-store',
      '/debug/emulator',
      '/debug/simulator',
      '/debug/ota',
    ]);
  });

  test('has the routes without a layout', () => {
    expect(ROUTES.filter((row) => row.layout === 'bare').map((row) => row.path)).toEqual([
      '/share/:key',
      '/share/:key/:route',
      '/device-selection',
    ]);
  });

  test('has no path twice', () => {
    expect(new Set(ROUTES.map((row) => row.path)).size).toBe(ROUTES.length);
  });

  test('puts pages into the menu, each with an icon', () => {
    const inMenu = (['home', 'apps', 'products', 'content', 'settings'] as const).flatMap(routesOfMenuGroup);
    expect(inMenu.every((row) => row.page.icon !== undefined)).toBe(true);
    expect(inMenu.map((row) => row.path)).toEqual(
      expect.arrayContaining(['/', '/hamp', '/device-selection', '/settings']),
    );
  });

  test('puts the pages into the groups content, apps, products and settings', () => {
    const group = (name: string) =>
      ROUTES.filter((row) => row.menu === name).map((row) => row.path.replace(/\/:.*/, '').slice(1));
    expect(group('content').sort()).toEqual(['about', 'changelog', 'community', 'fw-release-notes', 'partners']);
    expect(group('apps').sort()).toEqual([
      'beatbox',
      'hamp',
      'hdsp',
      'hsp',
      'hvp',
      'local',
      'random-classic',
      'remote',
      'sync',
    ]);
    expect(group('products').sort()).toEqual(['configure', 'device-selection', 'link', 'ota', 'uui']);
    expect(group('settings').sort()).toEqual(['debug', 'settings']);
  });

  test('can load every page', async () => {
    for (const row of ROUTES) expect(await row.page.load()).toBeTypeOf('function');
  });
});

describe('finding a route', () => {
  test.each([
    ['/', '/'],
    ['/hamp', '/hamp'],
    ['/hamp/', '/hamp'],
    ['/share/abc', '/share/:key'],
    ['/share/abc/hamp', '/share/:key/:route'],
    ['/ota/4.1.0/production', '/ota/:version/:fw_feature_flag'],
    ['/Hvp', '/Hvp'],
  ])('%s is %s', (path, expected) => expect(findRoute(path)?.path).toBe(expected));

  test.each(['/nowhere', '/share', '/HAMP', '/hamp/more', '/ota/4.1.0'])('%s is none', (path) => {
    expect(findRoute(path)).toBeUndefined();
  });
});

describe('the nearest page', () => {
  test.each([
    ['/hmap', '/hamp'],
    ['/HAMP', '/hamp'],
    ['/setting', '/settings'],
    ['/devices-election', '/device-selection'],
  ])('of %s is %s', (path, expected) => expect(nearestRoute(path)?.path).toBe(expected));

  test('is undefined where nothing is near', () => expect(nearestRoute('/a-very-different-place')).toBeUndefined());

  test('counts letters added, dropped and changed', () => {
    expect([editDistance('kitten', 'sitting'), editDistance('', 'abc'), editDistance('abc', 'abc')]).toEqual([3, 3, 0]);
  });
});
