import type { FollowerReach } from '../../device/linked/followers.ts';
import { PAGES } from './pages.ts';
import type { RoutePage } from './route-page.ts';

/** A group of the menu; `home` stands alone, before the groups. */
export type MenuGroup = 'home' | 'apps' | 'products' | 'content' | 'settings';

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
  { path: '/share/:key', layout: 'bare', page: PAGES.share },
  { path: '/share/:key/:route', layout: 'bare', page: PAGES.share },
  { path: '/device-selection', layout: 'bare', menu: 'products', page: PAGES.deviceSelection },
  { path: '/debug', layout: 'debug', menu: 'settings', page: PAGES.debugHome },
  { path: '/debug/channel', layout: 'debug', page: PAGES.debugChannel },
  { path: '/debug/channel-sdk', layout: 'debug', page: PAGES.debugSdk },
  { path: '/debug/channel-store', layout: 'debug', page: PAGES.debugStore },
  { path: '/debug/emulator', layout: 'debug', page: PAGES.debugEmulator },
  { path: '/debug/simulator', layout: 'debug', page: PAGES.debugSimulator },
  { path: '/debug/ota', layout: 'debug', page: PAGES.debugOta },
  { path: '/', layout: 'main', noPadding: true, menu: 'home', page: PAGES.home },
  { path: '/local', layout: 'main', app: true, menu: 'apps', page: PAGES.local },
  { path: '/hamp', layout: 'main', app: true, multicastSupport: true, menu: 'apps', page: PAGES.hamp },
  { path: '/Hvp', layout: 'main', app: true, multicastSupport: true, page: PAGES.hvp },
  { path: '/hvp', layout: 'main', app: true, multicastSupport: true, menu: 'apps', page: PAGES.hvp },
  { path: '/beatbox', layout: 'main', app: true, menu: 'apps', page: PAGES.beatbox },
  { path: '/random-classic', layout: 'main', menu: 'apps', page: PAGES.randomClassic },
  { path: '/hdsp', layout: 'main', app: true, multicastSupport: true, menu: 'apps', page: PAGES.hdsp },
  { path: '/remote', layout: 'main', menu: 'apps', page: PAGES.remote },
  { path: '/hsp', layout: 'main', menu: 'apps', page: PAGES.hsp },
  { path: '/sync', layout: 'main', app: true, menu: 'apps', page: PAGES.sync },
  { path: '/uui', layout: 'main', menu: 'products', page: PAGES.uui },
  { path: '/configure', layout: 'main', menu: 'products', page: PAGES.configure },
  { path: '/community', layout: 'main', menu: 'content', page: PAGES.community },
  { path: '/ota', layout: 'main', app: true, menu: 'products', page: PAGES.ota },
  { path: '/ota/:version/:fw_feature_flag', layout: 'main', app: true, page: PAGES.ota },
  { path: '/ota-fw3', layout: 'main', app: false, page: PAGES.otaLegacy },
  { path: '/ota-optin', layout: 'main', app: true, page: PAGES.otaOptIn },
  {
    path: '/partners/:filter',
    opens: '/partners/all',
    layout: 'main',
    noPadding: true,
    menu: 'content',
    page: PAGES.partners,
  },
  { path: '/changelog', layout: 'main', menu: 'content', page: PAGES.changelog },
  { path: '/about', layout: 'main', menu: 'content', page: PAGES.about },
  { path: '/settings', layout: 'main', menu: 'settings', page: PAGES.settings },
  { path: '/link', layout: 'main', app: true, menu: 'products', page: PAGES.link },
  { path: '/fw-release-notes', layout: 'main', menu: 'content', page: PAGES.releaseNotes },
  { path: '/ota-direct/:version/:fw_feature_flag', layout: 'main', app: true, page: PAGES.otaDirect },
];

/** The rows of a menu group, in the order of the table. */
export function routesOfMenuGroup(group: MenuGroup): readonly RouteRow[] {
  return ROUTES.filter((row) => row.menu === group);
}

/** Whether a film of the player may go on beside this page: the page never commands the device, and has the dock. */
export function mayGoOnBeside(row: RouteRow | undefined): boolean {
  return row?.layout === 'main' && !row.page.mayCommand;
}

/** Who of the devices that follow moves with the device in use on this page. @internal */
export const movesFollowers = (row: RouteRow | undefined): FollowerReach | undefined =>
  row?.multicastSupport ? row.page.needs : row?.page.movesFollowers;

/**
 * Who follows, page by page: on the pages that move them, and beside what goes on from such a page, as a
 * film of the player does.
 */
export function createFollowerReach(): (entered: RouteRow | undefined) => FollowerReach | undefined {
  let goesOn: FollowerReach | undefined;
  return (entered) => {
    const moves = movesFollowers(entered);
    if (moves) goesOn = entered?.page.mayGoOn && moves;
    else if (!mayGoOnBeside(entered)) goesOn = undefined;
    return moves ?? goesOn;
  };
}

/** The row of a path; undefined where the table has none. A slash at the end makes no difference. */
export function findRoute(path: string): RouteRow | undefined {
  const parts = partsOf(path);
  return ROUTES.find((row) => {
    const pattern = partsOf(row.path);
    return (
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    );
  });
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
