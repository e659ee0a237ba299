import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is given out to the public; every form that wraps an IPv4 address lies outside or is named. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. What is not plainly so is not: private, loopback, link-local,
 * shared, multicast, reserved and documentation addresses, IPv6 that carries IPv4 inside (mapped, NAT64, 6to4, Teredo)
 * and whatever has a zone or is no address at all.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
