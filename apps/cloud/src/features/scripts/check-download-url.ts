import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type AllowedHost, isAllowedHost, WEB_PORTS } from '../../config/allow-list.ts';
import { isLoopback } from '../../config/loopback.ts';
import { downloadRefusal } from './download-refusal.ts';
import type { DownloadNetwork } from './network.ts';

/** Sources of scripts besides public hosts. */
export interface DownloadPolicy {
  readonly allowed: readonly AllowedHost[];
  /** Whether this machine's own servers are allowed, on any port. */
  readonly loopback: boolean;
}

/** A URL that may be fetched, with its checked addresses. */
export interface CheckedDownloadUrl {
  readonly url: URL;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly LookupAddress[];
  /** Whether it was allowed without being on the allow-list. */
  readonly isPublic: boolean;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The same message for an unknown name and for one with a private address, so that nobody can map the internal network by trying. */
const NOT_PUBLIC = 'The host of the script is unknown or not public';

const LOOPBACK_ADDRESSES: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Decides whether a URL may be fetched, and at which addresses. Rejects with `DeviceRefusal` 4001 for protocols other than
 * http and https, for credentials, for ports that are not of the web, and for hosts with any address that is not public,
 * unless the policy names them.
 */
export async function checkDownloadUrl(
  url: URL,
  policy: DownloadPolicy,
  { lookup }: DownloadNetwork,
): Promise<CheckedDownloadUrl> {
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) throw downloadRefusal('Scripts are downloaded by http and https only');
  if (url.username || url.password)
    throw downloadRefusal('The address of a script must not hold a user name or password');
  const port = url.port === '' ? defaultPort : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const place = { url, host, port };

  if (policy.loopback && isLoopback(host)) {
    const addresses = isIP(host) ? literal(host) : LOOPBACK_ADDRESSES;
    return { ...place, addresses, isPublic: false };
  }
  const isListed = isAllowedHost(policy.allowed, url.hostname, port);
  if (!isListed && !WEB_PORTS.has(port)) throw downloadRefusal('Scripts are downloaded from ports 80 and 443 only');
  const addresses = isIP(host) ? literal(host) : await resolve(host, lookup);
  if (addresses.length === 0) throw downloadRefusal(NOT_PUBLIC);
  if (!isListed && !addresses.every(({ address }) => isPublicAddress(address))) throw downloadRefusal(NOT_PUBLIC);
  return { ...place, addresses, isPublic: !isListed };
}

const literal = (host: string): LookupAddress[] => [{ address: host, family: isIP(host) }];

/** Addresses of a name; none for a name that cannot be resolved. Invalid results of a resolver are left out. */
async function resolve(host: string, lookup: DownloadNetwork['lookup']): Promise<readonly LookupAddress[]> {
  const found = await lookup(host).catch((): readonly LookupAddress[] => []);
  return found.every(({ address }) => isIP(address) !== 0) ? found : [];
}

/** The only public part of IPv6; every form that wraps an IPv4 address lies outside or is named. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Excluded are private, loopback, link-local, shared, multicast,
 * reserved and documentation addresses, IPv6 with an embedded IPv4 address (mapped, NAT64, 6to4, Teredo), addresses with
 * a zone, and texts that are no address.
 */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
