/**
 * What the service worker does with a request.
 * - `pass`: nothing, as if there were no worker
 * - `page`: a page of the app: from the network, else the cached shell
 * - `asset`: a file of a build, which never changes: the cached one, else from the network, and cached
 * - `document`: a file of the site that may change: from the network and cached, else the cached one
 */
export type CacheStrategy = 'pass' | 'page' | 'asset' | 'document';

/** The parts of a request that decide its strategy. */
export interface CacheStrategyRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  /** Whether only a part of the file is requested. */
  readonly isPart: boolean;
}

const ASSET = /^\/assets\/[^/]+$/;
const DOCUMENT = /^\/(config\.json|handy_tips\.json|content\/[^/]+)$/;

/** Addresses that are no pages of the app even when a person opens them. */
const NO_PAGES = /^\/(api|_control|metrics|healthz|livez|readyz|content|assets|sse)(\/|$)/;

/**
 * The strategy for a request. Only requests named here are ever cached or answered from the cache; a device's API, its events,
 * metrics and controls always pass, whatever their address is.
 */
export function cacheStrategy(request: CacheStrategyRequest, origin: string): CacheStrategy {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || request.isPart) return 'pass';
  if (request.mode === 'navigate') {
    return NO_PAGES.test(url.pathname) || isFile(url.pathname) || isPermission(url) ? 'pass' : 'page';
  }
  if (url.search !== '') return 'pass';
  if (ASSET.test(url.pathname) || isIcon(url.pathname)) return 'asset';
  return DOCUMENT.test(url.pathname) ? 'document' : 'pass';
}

const isIcon = (path: string) => /^\/[\w-]+\.(svg|png|webmanifest)$/.test(path);
/** The permission window of a widget has a policy of its own, which the cached page lacks. */
const isPermission = (url: URL) => url.pathname === '/uui' && url.searchParams.has('allow');
const isFile = (path: string) => /\.\w+$/.test(path) && path !== '/index.html';
