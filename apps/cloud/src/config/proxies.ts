import { BlockList, isIP } from 'node:net';
import { plainAddress } from './plain-address.ts';
import type { SettingParser } from './setting-readers.ts';

/** The proxies that may state the address of a client. */
export interface TrustedProxies {
  /** Whether an address belongs to a trusted proxy. */
  has(address: string): boolean;
}

const WRONG = 'IP addresses or networks such as 10.0.0.0/8 with commas between, or not set';

/** Reads addresses and networks separated by commas; none when the setting is empty. */
export const parseProxiesSetting: SettingParser<TrustedProxies> = (raw) => {
  const listed = new BlockList();
  for (const item of raw === '' ? [] : raw.split(',')) addNetwork(listed, item.trim());
  return { has: (address) => isIn(listed, address) };
};

function addNetwork(listed: BlockList, item: string): void {
  const [address = '', bits, ...more] = item.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  const isPrefix = (bits === undefined || /^\d+$/.test(bits)) && prefix <= most;
  if (version === 0 || !isPrefix || more.length > 0) throw new Error(WRONG);
  listed.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
}

function isIn(listed: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  return version !== 0 && listed.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
