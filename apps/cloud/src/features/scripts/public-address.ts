import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only public part of IPv6; every form that wraps an IPv4 address lies outside or is named. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Excluded are private, loopback, link-local, shared, multicast,
 * reserved and documentation addresses, IPv6 with an embedded IPv4 address (mapped, NAT64, 6to4, Teredo), addresses with
 * a zone, and texts that are no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
