import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type AllowedHost, isAllowed, WEB_PORTS } from '../../config/allow-list.ts';
import { isLoopback } from '../../config/loopback.ts';
import { downloadRefusal } from './download-refusal.ts';
import type { DownloadNetwork } from './network.ts';
import { isPublicAddress } from './public-address.ts';

/** Where scripts may come from besides public hosts. */
export interface DownloadPolicy {
  readonly allowed: readonly AllowedHost[];
  /** Whether this machine's own servers are good, on any port. */
  readonly loopback: boolean;
}

/** An address that may be asked, with the addresses that were found good. */
export interface Destination {
  readonly url: URL;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly LookupAddress[];
  /** Whether it was good without being on a list of ours. */
  readonly isPublic: boolean;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The same for a name that does not exist and one that leads inside, so that nobody can map the inside by asking. */
const NOT_PUBLIC = 'The host of the script is unknown or not public';

const LOOPBACK_ADDRESSES: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Decides whether a URL may be asked, and at which addresses. Rejects with `DeviceRefusal` 4001 for other protocols than
 * http and https, credentials, ports that are not of the web, and hosts of which a single address is not public, unless
 * the policy names them.
 */
export async function findDestination(
  url: URL,
  policy: DownloadPolicy,
  { lookup }: DownloadNetwork,
): Promise<Destination> {
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
  const isListed = isAllowed(policy.allowed, url.hostname, port);
  if (!isListed && !WEB_PORTS.has(port)) throw downloadRefusal('Scripts are downloaded from ports 80 and 443 only');
  const addresses = isIP(host) ? literal(host) : await resolve(host, lookup);
  if (addresses.length === 0) throw downloadRefusal(NOT_PUBLIC);
  if (!isListed && !addresses.every(({ address }) => isPublicAddress(address))) throw downloadRefusal(NOT_PUBLIC);
  return { ...place, addresses, isPublic: !isListed };
}

const literal = (host: string): LookupAddress[] => [{ address: host, family: isIP(host) }];

/** No address for a name that cannot be resolved. What a resolver gives that is no address is none either. */
async function resolve(host: string, lookup: DownloadNetwork['lookup']): Promise<readonly LookupAddress[]> {
  const found = await lookup(host).catch((): readonly LookupAddress[] => []);
  return found.every(({ address }) => isIP(address) !== 0) ? found : [];
}
