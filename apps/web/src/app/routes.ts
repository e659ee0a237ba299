import { IconAdjustmentsHorizontal, IconDeviceGamepad2, IconHome, IconSettings } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ControlPage } from '../features/home/control-pages.ts';

/** A group of the menu (decisions.md 65); `home` stands alone, before the groups. */
export type MenuGroup = 'home' | 'apps' | 'products' | 'content' | 'settings';

/** What a page moves: leaving it for a page that does not move the same stops the device first. */
export type ControlledMotion = 'hamp';

/** A page that is built. Its name stands in menu, heading and title: neutral, for titles are seen by others. */
export interface BuiltPage extends Omit<ControlPage, 'path'> {
  readonly load: () => Promise<ComponentType>;
  readonly controls?: ControlledMotion;
}

/** One route: product.md section 2 in data. Paths with a colon have parameters. */
export interface RouteRow {
  readonly path: string;
  /** What surrounds the page: the main layout, the debug layout or nothing. */
  readonly layout: 'main' | 'debug' | 'bare';
  /** The page reaches to the edges. */
  readonly noPadding?: boolean;
  /** The page needs a linked device (decisions.md 64). */
  readonly app?: boolean;
  /** What the page does can go to several devices at once. */
  readonly multicastSupport?: boolean;
  readonly menu?: MenuGroup;
  /** Absent until the page is built: then the route shows the not-found page and is in no menu. */
  readonly page?: BuiltPage;
}

/** Every route there is. Router, guard, menu, suggestions, titles and tests are computed from it. */
export const ROUTES: readonly RouteRow[] = [
  { path: '/share/:key', layout: 'bare' },
  { path: '/share/:key/:route', layout: 'bare' },
  {
    path: '/device-selection',
    layout: 'bare',
    menu: 'products',
    page: {
      name: 'page.deviceSelection',
      icon: IconDeviceGamepad2,
      load: () => import('../features/connect/device-selection-page.tsx').then((module) => module.DeviceSelectionPage),
    },
  },
  { path: '/debug', layout: 'debug', menu: 'settings' },
  { path: '/debug/channel', layout: 'debug' },
  { path: '/debug/channel-sdk', layout: 'debug' },
  { path: '/debug/channel-store', layout: 'debug' },
  { path: '/debug/emulator', layout: 'debug' },
  { path: '/debug/simulator', layout: 'debug' },
  { path: '/debug/ota', layout: 'debug' },
  {
    path: '/',
    layout: 'main',
    noPadding: true,
    menu: 'home',
    page: {
      name: 'page.home',
      icon: IconHome,
      load: () => import('../features/home/home-page.tsx').then((module) => module.HomePage),
    },
  },
  { path: '/sync', layout: 'main', app: true, menu: 'apps' },
  { path: '/Hvp', layout: 'main', app: true, multicastSupport: true },
  { path: '/hvp', layout: 'main', app: true, multicastSupport: true, menu: 'apps' },
  { path: '/hdsp', layout: 'main', app: true, multicastSupport: true, menu: 'apps' },
  {
    path: '/hamp',
    layout: 'main',
    app: true,
    multicastSupport: true,
    menu: 'apps',
    page: {
      name: 'page.hamp',
      summary: 'page.hamp.summary',
      icon: IconAdjustmentsHorizontal,
      controls: 'hamp',
      needs: 'slider',
      load: () => import('../features/hamp/hamp-page.tsx').then((module) => module.HampPage),
    },
  },
  { path: '/hsp', layout: 'main', menu: 'apps' },
  { path: '/random-classic', layout: 'main', menu: 'apps' },
  { path: '/uui', layout: 'main', menu: 'products' },
  { path: '/remote', layout: 'main', menu: 'apps' },
  { path: '/configure', layout: 'main', menu: 'products' },
  { path: '/community', layout: 'main', menu: 'content' },
  { path: '/local', layout: 'main', app: true, menu: 'apps' },
  { path: '/beatbox', layout: 'main', app: true, menu: 'apps' },
  { path: '/ota', layout: 'main', app: true, menu: 'products' },
  { path: '/ota/:version/:fw_feature_flag', layout: 'main', app: true },
  { path: '/ota-fw3', layout: 'main', app: false },
  { path: '/ota-optin', layout: 'main', app: true },
  { path: '/partners/:filter', layout: 'main', noPadding: true, menu: 'content' },
  { path: '/changelog', layout: 'main', menu: 'content' },
  { path: '/about', layout: 'main', menu: 'content' },
  {
    path: '/settings',
    layout: 'main',
    menu: 'settings',
    page: {
      name: 'page.settings',
      icon: IconSettings,
      load: () => import('../features/preferences/settings-page.tsx').then((module) => module.SettingsPage),
    },
  },
  { path: '/link', layout: 'main', app: true, menu: 'products' },
  { path: '/fw-release-notes', layout: 'main', menu: 'content' },
  { path: '/ota-direct/:version/:fw_feature_flag', layout: 'main', app: true },
];

/** A row whose page is built. */
export type BuiltRoute = RouteRow & { readonly page: BuiltPage };

/** The routes whose pages are built. */
export const BUILT_ROUTES: readonly BuiltRoute[] = ROUTES.filter((row) => row.page !== undefined).map(
  (row) => row as BuiltRoute,
); // Filtered by just that.

/** The rows of a menu group, in the order of the table. */
export function menuRows(group: MenuGroup): readonly BuiltRoute[] {
  return BUILT_ROUTES.filter((row) => row.menu === group);
}
