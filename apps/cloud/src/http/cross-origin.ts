import { DEVICE_API_PREFIX, HOSTING_API_PREFIX, SCRIPT_API_PREFIX } from '@tactus/protocol';
import type { FastifyRequest } from 'fastify';
import type { CloudConfig } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { plainAddress } from '../config/plain-address.ts';
import { crossSiteUseOf } from './cross-site-use.ts';
import { HttpRefusal, tactusErrorBody } from './refusal.ts';

/**
 * Refuses requests that another site's page sends through a visitor's browser. A host name that is not ours
 * means that another name was pointed to this server (DNS rebinding); an origin that is not ours may use the vendor's surface only.
 * Returns the refusal, or undefined for a request that may pass.
 */
export function crossOriginRefusal(config: CloudConfig, request: FastifyRequest): HttpRefusal | undefined {
  if (!isOwnHost(config, request)) {
    const message = 'This host name is not one of this server; set TACTUS_SITE_URL to the address people use';
    return new HttpRefusal(403, tactusErrorBody('HostNotAllowed', message));
  }
  if (isVendorSurface(request.url) || isWidgetScript(request) || !isCrossOrigin(config, request)) return undefined;
  // A link or a frame on another site loads our pages and sends no origin; it may load pages only.
  if (request.headers.origin === undefined && !isOurOwnSurface(request.routeOptions.url ?? request.url))
    return undefined;
  return new HttpRefusal(
    403,
    tactusErrorBody('OriginNotAllowed', 'Pages of other origins may use the device API only'),
  );
}

/**
 * Whether a page of another origin made a browser send this request. Browsers name the origin of requests that could change
 * or read data; for pictures, frames and links they at least report another site (`Sec-Fetch-Site`).
 */
export function isCrossOrigin({ siteUrl }: CloudConfig, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return origin !== siteUrl && origin !== `${request.protocol}://${request.host}`;
  return site === 'cross-site' || site === 'same-site';
}

/**
 * Whether the `Host` is ours: loopback names, the configured host and the site's own. An IP address is accepted when the
 * connection came in on it: no name was resolved to get there.
 */
function isOwnHost({ host, siteUrl }: CloudConfig, request: FastifyRequest): boolean {
  const hostname = hostNameOf(request.headers.host ?? '');
  if (isLoopback(hostname) || hostname === host.toLowerCase()) return true;
  if (siteUrl !== undefined && hostname === new URL(siteUrl).hostname) return true;
  return plainAddress(hostname.replace(/^\[|\]$/g, '')) === plainAddress(request.socket.localAddress ?? '');
}

/** The name in a `Host` header, without its port. Fastify's own reading costs as much as the check. */
function hostNameOf(host: string): string {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
  return (end > 0 ? host.slice(0, end) : host).toLowerCase();
}

const VENDOR_SURFACE = [DEVICE_API_PREFIX, SCRIPT_API_PREFIX, HOSTING_API_PREFIX];
const OUR_OWN_SURFACE = ['/api/tactus', '/_control'];

const isBelow = (prefixes: readonly string[], url: string) => prefixes.some((prefix) => url.startsWith(`${prefix}/`));
const isVendorSurface = (url: string) => isBelow(VENDOR_SURFACE, url);
const isOurOwnSurface = (url: string) => isBelow(OUR_OWN_SURFACE, url);

/** Other sites load it as a module or with `integrity`, which sends their origin. */
const isWidgetScript = ({ method, url }: FastifyRequest) => method === 'GET' && crossSiteUseOf(url) === 'script';
