import type { ComponentType } from 'react';
import type { ControlPage } from '../../features/home/control-pages.ts';
import type { CatalogPart } from '../../i18n/catalogs.ts';
import { CONTENT_PAGES } from './content-pages.ts';
import { CONTROL_PAGES } from './control-pages.ts';
import { DEBUG_PAGES } from './debug-pages.ts';
import { HOME_AND_SETTINGS_PAGES, SHARE_PAGE } from './home-and-settings-pages.ts';
import { MAINTENANCE_PAGES } from './maintenance-pages.ts';

/** A group of the menu; `home` stands alone, before the groups. */
export type MenuGroup = 'home' | 'apps' | 'products' | 'content' | 'settings';

/** A motion that a page can start, named by its mode; random strokes count as a motion of their own. */
export type StartableMotion = 'hamp' | 'random-stroker' | 'hdsp' | 'hvp' | 'hsp' | 'hssp';

/**
 * The page of a route. Its name stands in menu, heading and title: neutral, for titles are seen by others.
 *
 * Texts come in parts: the first word of a key is its part. The parts of shell and home (`BASE_CATALOG_PARTS` in
 * i18n/catalog-parts.ts: `app`, `page`, `unit`, `mode`, `error` …) are always there; a page's row names every other part
 * that the page and its imports use, e.g. `texts: ['hamp']`. They are loaded beside the page. The name and the summary
 * of a page (`page.hamp`, `page.hamp.summary`) are of the base, for menu and home show them. A forgotten part fails
 * `page-texts.test.ts`, and throws in development.
 */
export interface RoutePage extends Omit<ControlPage, 'path'> {
  readonly load: () => Promise<ComponentType>;
  /** The parts of the texts that the page and its imports use, beside the base. */
  readonly texts?: readonly CatalogPart[];
  /**
   * The motions that the page can start. Leaving it stops the device first, unless the next page
   * controls all of these too.
   */
  readonly controls?: StartableMotion | readonly StartableMotion[];
  /** Motion of the page ends when it is left, even where the settings let other pages' motion go on. */
  readonly endsOnLeave?: true;
  /** The page drives a device that is not the linked one, with a dock of its own. */
  readonly ownDock?: true;
}

/** One route. Paths with a colon have parameters. */
export interface RouteRow {
  readonly path: string;
  /** Where the menu leads, for a path with parameters. */
  readonly opens?: string;
  /** What surrounds the page: the main layout, the debug layout or nothing. */
  readonly layout: 'main' | 'debug' | 'bare';
  /** The page reaches to the edges. */
  readonly noPadding?: boolean;
  /** The page needs a linked device: without one it shows the connect card. */
  readonly app?: boolean;
  /** Commands of the page can go to several devices at once. */
  readonly multicastSupport?: boolean;
  readonly menu?: MenuGroup;
  readonly page: RoutePage;
}

/** Every route. Router, guard, menu, suggestions, titles and tests are computed from this table. */
export const ROUTES: readonly RouteRow[] = [
  { path: '/share/:key', layout: 'bare', page: SHARE_PAGE },
  { path: '/share/:key/:route', layout: 'bare', page: SHARE_PAGE },
  { path: '/device-selection', layout: 'bare', menu: 'products', page: HOME_AND_SETTINGS_PAGES.deviceSelection },
  { path: '/debug', layout: 'debug', menu: 'settings', page: DEBUG_PAGES.home },
  { path: '/debug/channel', layout: 'debug', page: DEBUG_PAGES.channel },
  { path: '/debug/channel-sdk', layout: 'debug', page: DEBUG_PAGES.channelSdk },
  { path: '/debug/channel-store', layout: 'debug', page: DEBUG_PAGES.channelStore },
  { path: '/debug/emulator', layout: 'debug', page: DEBUG_PAGES.emulator },
  { path: '/debug/simulator', layout: 'debug', page: DEBUG_PAGES.simulator },
  { path: '/debug/ota', layout: 'debug', page: DEBUG_PAGES.ota },
  { path: '/', layout: 'main', noPadding: true, menu: 'home', page: HOME_AND_SETTINGS_PAGES.home },
  { path: '/sync', layout: 'main', app: true, menu: 'apps', page: CONTROL_PAGES.sync },
  { path: '/Hvp', layout: 'main', app: true, multicastSupport: true, page: CONTROL_PAGES.hvp },
  { path: '/hvp', layout: 'main', app: true, multicastSupport: true, menu: 'apps', page: CONTROL_PAGES.hvp },
  { path: '/hdsp', layout: 'main', app: true, multicastSupport: true, menu: 'apps', page: CONTROL_PAGES.hdsp },
  { path: '/hamp', layout: 'main', app: true, multicastSupport: true, menu: 'apps', page: CONTROL_PAGES.hamp },
  { path: '/hsp', layout: 'main', menu: 'apps', page: CONTROL_PAGES.hsp },
  { path: '/random-classic', layout: 'main', menu: 'apps', page: CONTROL_PAGES.randomClassic },
  { path: '/uui', layout: 'main', menu: 'products', page: HOME_AND_SETTINGS_PAGES.uui },
  { path: '/remote', layout: 'main', menu: 'apps', page: CONTROL_PAGES.remote },
  { path: '/configure', layout: 'main', menu: 'products', page: MAINTENANCE_PAGES.configure },
  { path: '/community', layout: 'main', menu: 'content', page: CONTENT_PAGES.community },
  { path: '/local', layout: 'main', app: true, menu: 'apps', page: CONTROL_PAGES.local },
  { path: '/beatbox', layout: 'main', app: true, menu: 'apps', page: CONTROL_PAGES.beatbox },
  { path: '/ota', layout: 'main', app: true, menu: 'products', page: MAINTENANCE_PAGES.ota },
  { path: '/ota/:version/:fw_feature_flag', layout: 'main', app: true, page: MAINTENANCE_PAGES.ota },
  { path: '/ota-fw3', layout: 'main', app: false, page: MAINTENANCE_PAGES.otaLegacy },
  { path: '/ota-optin', layout: 'main', app: true, page: MAINTENANCE_PAGES.otaOptIn },
  {
    path: '/partners/:filter',
    opens: '/partners/all',
    layout: 'main',
    noPadding: true,
    menu: 'content',
    page: CONTENT_PAGES.partners,
  },
  { path: '/changelog', layout: 'main', menu: 'content', page: CONTENT_PAGES.changelog },
  { path: '/about', layout: 'main', menu: 'content', page: CONTENT_PAGES.about },
  { path: '/settings', layout: 'main', menu: 'settings', page: HOME_AND_SETTINGS_PAGES.settings },
  { path: '/link', layout: 'main', app: true, menu: 'products', page: HOME_AND_SETTINGS_PAGES.link },
  { path: '/fw-release-notes', layout: 'main', menu: 'content', page: MAINTENANCE_PAGES.releaseNotes },
  { path: '/ota-direct/:version/:fw_feature_flag', layout: 'main', app: true, page: MAINTENANCE_PAGES.otaDirect },
];

/** The rows of a menu group, in the order of the table. */
export function routesOfMenuGroup(group: MenuGroup): readonly RouteRow[] {
  return ROUTES.filter((row) => row.menu === group);
}
