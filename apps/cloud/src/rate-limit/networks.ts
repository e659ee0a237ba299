/** A network that a limit counts for. */
export interface LimitedNetwork {
  readonly name: string;
  /** Limit of all addresses of this network together, as a multiple of one address's limit. */
  readonly share: number;
}

/**
 * Usual sizes of IPv6 networks: one line has a /64, a home or an office a /56, a company or a rented server a /48. Each may use
 * more than the smaller one, since many people share it; and less than its number of parts, since one person may own it.
 */
const IPV6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 10 },
] as const;

/** The networks of an address, the narrowest first. Of IPv4, and IPv4 within IPv6, the address alone counts. */
export function networksOf(address: string): readonly LimitedNetwork[] {
  if (!address.includes(':') || address.includes('.')) return [{ name: address, share: 1 }];
  const groups = groupsOf(address);
  return IPV6_NETWORKS.map(({ bits, share }) => ({ name: `${prefixOf(groups, bits)}/${bits}`, share }));
}

/** The narrowest network of an address: for IPv6 a /64, the network of one line. */
export const networkOf = (address: string): string => networksOf(address)[0]?.name ?? address;

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  return [...groups, ...zeros, ...rest].map((group) => Number.parseInt(group, 16));
}

/** The first bits of an address, as text. */
function prefixOf(groups: readonly number[], bits: number): string {
  const whole = Math.floor(bits / 16);
  const partBits = bits % 16;
  const prefixGroups = groups.slice(0, whole);
  const part = partBits === 0 ? [] : [(groups[whole] ?? 0) >> (16 - partBits)];
  return [...prefixGroups, ...part].map((group) => group.toString(16)).join(':');
}
