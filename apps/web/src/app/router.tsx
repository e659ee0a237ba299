import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { LanguageStore } from '../i18n/language-store.ts';
import { AppShell } from './app-shell.tsx';
import { ErrorPage } from './error-page.tsx';
import type { NavigationHooks } from './navigation.ts';
import { navigatedPath } from './routes/menu-entry.ts';
import { ROUTES, type RouteRow } from './routes/routes.ts';

/** The parts of which the router is built. */
export interface RouterParts {
  /** The hooks of every navigation. */
  readonly navigation: NavigationHooks;
  /** Loads the texts of a page while the page itself is loading. */
  readonly language: Pick<LanguageStore, 'need' | 'textOf'>;
  readonly history?: RouterHistory;
}

/** Builds the router from the table of routes, in history mode. A page is shown once its code and its texts are loaded. */
export function createAppRouter({ navigation, language, history = createBrowserHistory() }: RouterParts) {
  const root = createRootRoute({
    component: AppShell,
    notFoundComponent: lazyPart(language, () => import('./not-found-page.tsx').then((module) => module.NotFoundPage)),
    errorComponent: ErrorPage,
    beforeLoad({ location, preload }) {
      if (preload) return;
      const instead = navigation.enter(location.href);
      if (instead === undefined) return;
      throw redirect({
        to: instead.path,
        search: readQuery(instead.query),
        hash: instead.hash.slice(1),
        replace: true,
      });
    },
  });
  const pages = ROUTES.map((row) =>
    createRoute({ getParentRoute: () => root, path: toRouterPath(row.path), component: lazyPage(row, language) }),
  );
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history,
    caseSensitive: true,
    // Values stay texts: by default a key of digits alone would become a number.
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultErrorComponent: ErrorPage,
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    navigation.before(fromLocation && navigatedPath(fromLocation), navigatedPath(toLocation));
  });
  router.subscribe('onRendered', ({ toLocation }) => navigation.after(toLocation.pathname));
  return router;
}

/** The router of the app. */
export type AppRouter = ReturnType<typeof createAppRouter>;

function lazyPage({ page }: RouteRow, language: RouterParts['language']) {
  return lazyPart(language, async () => {
    const [component] = await Promise.all([page.load(), language.need(page.texts ?? [])]);
    return component;
  });
}

/** The router reloads the whole app on errors of this name, even while a device moves; the error page asks first. */
function lazyPart({ textOf }: RouterParts['language'], load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => {
    try {
      return { page: await load() };
    } catch (error) {
      throw new Error(textOf('errorPage.notLoaded'), { cause: error });
    }
  }, 'page');
}

/** `/ota/:version` is written `/ota/$version` by the router. */
function toRouterPath(path: string): string {
  return path.replaceAll('/:', '/$');
}

function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

function writeQuery(search: Record<string, string>): string {
  const query = new URLSearchParams(search).toString();
  return query === '' ? '' : `?${query}`;
}
