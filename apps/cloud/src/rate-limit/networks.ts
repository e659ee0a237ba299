/** A network that a limit counts for. */
export interface Network {
  readonly name: string;
  /** How many times the limit of one address all addresses of this network may use together. */
  readonly share: number;
}

/**
 * What somebody may hold of IPv6: one line has a /64, a home or an office a /56, a company or a rented server a /48. Each may use
 * more than the one before, or a whole office would be one person; and not as often as it has parts, or one person would be an office.
 */
const IPV6_NETWORKS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 10 },
] as const;

/** The networks of an address, the narrowest first. Of IPv4, and IPv4 within IPv6, the address alone counts. */
export function networksOf(address: string): readonly Network[] {
  if (!address.includes(':') || address.includes('.')) return [{ name: address, share: 1 }];
  const groups = groupsOf(address);
  return IPV6_NETWORKS.map(({ bits, share }) => ({ name: `${prefixOf(groups, bits)}/${bits}`, share }));
}

/** The narrowest network of an address: of IPv6 a /64, which is what one line has. */
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
