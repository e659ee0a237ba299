import { describe, expect, test } from 'vitest';
import { editDistance, nearestRoute } from '../nearest-route.ts';
import { findRoute, mayGoOnBeside, ROUTES, routesOfMenuGroup } from './routes.ts';

const CHILDREN_OF_MAIN = [
  ['/', { noPadding: true }, 'HomePage'],
  ['/local', { app: true }, 'PlayerPlace'],
  ['/hamp', { app: true, multicastSupport: true }, 'HampPage'],
  ['/Hvp', { app: true, multicastSupport: true }, 'HvpPage'],
  ['/hvp', { app: true, multicastSupport: true }, 'HvpPage'],
  ['/beatbox', { app: true }, 'BeatboxPage'],
  ['/random-classic', {}, 'RandomStrokerPage'],
  ['/hdsp', { app: true, multicastSupport: true }, 'HdspPage'],
  ['/remote', {}, 'RemotePage'],
  ['/hsp', {}, 'HspPage'],
  ['/sync', { app: true }, 'SyncTestPage'],
  ['/uui', {}, 'UuiPage'],
  ['/configure', {}, 'ConfigurePage'],
  ['/community', {}, 'CommunityPage'],
  ['/ota', { app: true }, 'OtaPage'],
  ['/ota/:version/:fw_feature_flag', { app: true }, 'OtaPage'],
  ['/ota-fw3', { app: false }, 'OtaLegacyPage'],
  ['/ota-optin', { app: true }, 'OtaOptInPage'],
  ['/partners/:filter', { noPadding: true }, 'PartnersPage'],
  ['/changelog', {}, 'ChangelogPage'],
  ['/about', {}, 'AboutPage'],
  ['/settings', {}, 'SettingsPage'],
  ['/link', { app: true }, 'LinkPage'],
  ['/fw-release-notes', {}, 'FirmwareNotesPage'],
  ['/ota-direct/:version/:fw_feature_flag', { app: true }, 'OtaDirectPage'],
] as const;

describe('the table of routes', () => {
  test('has every child of the main layout with its flags and its page', async () => {
    const rows = ROUTES.filter((row) => row.layout === 'main').map(async (row) => {
      const { path, noPadding, app, multicastSupport } = row;
      const flags = Object.entries({ noPadding, app, multicastSupport }).filter(([, value]) => value !== undefined);
      return [path, Object.fromEntries(flags), (await row.page.load()).name];
    });
    expect(await Promise.all(rows)).toEqual(CHILDREN_OF_MAIN);
    expect(findRoute('/Hvp')?.page).toBe(findRoute('/hvp')?.page);
  });

  test('lets a film go on beside the pages that never command the device, and no others', () => {
    const paths = ROUTES.filter(mayGoOnBeside).map(({ path }) => path);
    const content = ['/community', '/partners/:filter', '/changelog', '/about'];
    expect(paths).toEqual(['/', ...content, '/settings', '/fw-release-notes']);
    expect(ROUTES.filter(({ page }) => page.controls !== undefined && !page.mayCommand)).toEqual([]);
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

  test('has the routes without a layout', async () => {
    const rows = ROUTES.filter((row) => row.layout === 'bare');
    expect(await Promise.all(rows.map(async ({ path, page }) => [path, (await page.load()).name]))).toEqual([
      ['/share/:key', 'SharedDevicePage'],
      ['/share/:key/:route', 'SharedDevicePage'],
      ['/device-selection', 'DeviceSelectionPage'],
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
