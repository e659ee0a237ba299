import {
  IconAdjustmentsHorizontal,
  IconArrowsMoveVertical,
  IconArrowsShuffle,
  IconChartLine,
  IconDeviceGamepad2,
  IconDeviceRemote,
  IconHome,
  IconLink,
  IconPlayerPlay,
  IconSettings,
  IconWaveSine,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ControlPage } from '../features/home/control-pages.ts';
import type { TextPart } from '../i18n/catalogs.ts';

/** A group of the menu (decisions.md 65); `home` stands alone, before the groups. */
export type MenuGroup = 'home' | 'apps' | 'products' | 'content' | 'settings';

/** A motion that a page can set going, named by its mode; random strokes are one of their own. */
export type ControlledMotion = 'hamp' | 'random-stroker' | 'hdsp' | 'hvp' | 'hsp' | 'hssp';

/**
 * A page that is built. Its name stands in menu, heading and title: neutral, for titles are seen by others.
 *
 * Texts come in parts: the first word of a key is its part. The parts of shell and home (`BASE_PARTS` in
 * i18n/catalog-parts.ts: `app`, `page`, `unit`, `mode`, `error` …) are always there; a page's row names every other part
 * that the page and what it imports say, e.g. `texts: ['hamp']`. They are loaded beside the page. The name and the summary
 * of a page (`page.hamp`, `page.hamp.summary`) are of the base, for menu and home show them. A part that is forgotten fails
 * `page-texts.test.ts`, and throws in development.
 */
export interface BuiltPage extends Omit<ControlPage, 'path'> {
  readonly load: () => Promise<ComponentType>;
  /** The parts of the texts that the page and what it imports say, beside the base. */
  readonly texts?: readonly TextPart[];
  /**
   * What the page moves; several where it can move in several ways. Leaving it stops the device first, unless the next page
   * controls all of these too (design/pages.md, "Leave guard").
   */
  readonly controls?: ControlledMotion | readonly ControlledMotion[];
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
      texts: ['deviceSelection', 'led', 'settings'],
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
  {
    path: '/Hvp',
    layout: 'main',
    app: true,
    multicastSupport: true,
    page: {
      name: 'page.hvp',
      summary: 'page.hvp.summary',
      icon: IconWaveSine,
      controls: 'hvp',
      needs: 'vibration',
      texts: ['hvp', 'missing', 'position', 'unsuited'],
      load: () => import('../features/hvp/hvp-page.tsx').then((module) => module.HvpPage),
    },
  },
  {
    path: '/hvp',
    layout: 'main',
    app: true,
    multicastSupport: true,
    menu: 'apps',
    page: {
      name: 'page.hvp',
      summary: 'page.hvp.summary',
      icon: IconWaveSine,
      controls: 'hvp',
      needs: 'vibration',
      texts: ['hvp', 'missing', 'position', 'unsuited'],
      load: () => import('../features/hvp/hvp-page.tsx').then((module) => module.HvpPage),
    },
  },
  {
    path: '/hdsp',
    layout: 'main',
    app: true,
    multicastSupport: true,
    menu: 'apps',
    page: {
      name: 'page.hdsp',
      summary: 'page.hdsp.summary',
      icon: IconArrowsMoveVertical,
      controls: 'hdsp',
      needs: 'slider',
      texts: ['control', 'hdsp', 'position', 'unsuited'],
      load: () => import('../features/hdsp/hdsp-page.tsx').then((module) => module.HdspPage),
    },
  },
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
      texts: ['control', 'hamp', 'missing', 'position', 'unsuited'],
      load: () => import('../features/hamp/hamp-page.tsx').then((module) => module.HampPage),
    },
  },
  {
    path: '/hsp',
    layout: 'main',
    menu: 'apps',
    page: {
      name: 'page.hsp',
      summary: 'page.hsp.summary',
      icon: IconChartLine,
      controls: 'hsp',
      needs: 'slider',
      texts: ['hsp', 'missing', 'position', 'unsuited'],
      load: () => import('../features/hsp/hsp-page.tsx').then((module) => module.HspPage),
    },
  },
  {
    path: '/random-classic',
    layout: 'main',
    menu: 'apps',
    page: {
      name: 'page.random',
      summary: 'page.random.summary',
      icon: IconArrowsShuffle,
      controls: 'random-stroker',
      needs: 'slider',
      texts: ['random', 'missing', 'position', 'unsuited'],
      load: () =>
        import('../features/random-stroker/random-stroker-page.tsx').then((module) => module.RandomStrokerPage),
    },
  },
  { path: '/uui', layout: 'main', menu: 'products' },
  {
    path: '/remote',
    layout: 'main',
    menu: 'apps',
    page: {
      name: 'page.remote',
      summary: 'page.remote.summary',
      icon: IconDeviceRemote,
      controls: ['hamp', 'hdsp'],
      needs: 'slider',
      texts: ['control', 'missing', 'remote', 'unsuited'],
      load: () => import('../features/remote/remote-page.tsx').then((module) => module.RemotePage),
    },
  },
  { path: '/configure', layout: 'main', menu: 'products' },
  { path: '/community', layout: 'main', menu: 'content' },
  {
    path: '/local',
    layout: 'main',
    app: true,
    menu: 'apps',
    page: {
      name: 'page.local',
      summary: 'page.local.summary',
      icon: IconPlayerPlay,
      controls: ['hssp', 'hsp'],
      texts: ['control', 'missing', 'player'],
      load: () => import('../features/player/player-page.tsx').then((module) => module.PlayerPage),
    },
  },
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
      texts: ['action', 'settings'],
      load: () => import('../features/preferences/settings-page.tsx').then((module) => module.SettingsPage),
    },
  },
  {
    path: '/link',
    layout: 'main',
    app: true,
    menu: 'products',
    page: {
      name: 'page.link',
      icon: IconLink,
      texts: ['link', 'missing'],
      load: () => import('../features/link/link-page.tsx').then((module) => module.LinkPage),
    },
  },
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
