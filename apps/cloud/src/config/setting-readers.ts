import { isIPv4 } from 'node:net';

/** Reads the text of a setting. Throws an Error whose message completes the sentence "NAME must be …". */
export type SettingParser<T> = (raw: string) => T;

/** Behaviour of this cloud: all features, or the vendor's only. */
export type CloudProfile = 'tactus' | 'vendor';

/** Levels of the log, as pino names them. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Any text; empty is "not set". */
export const parseTextSetting: SettingParser<string | undefined> = (raw) => (raw === '' ? undefined : raw);

/** A text that an HTTP header can carry; empty is "not set". */
export const parseHeaderTextSetting: SettingParser<string | undefined> = (raw) => {
  if (!/^[ -~]*$/.test(raw)) throw new Error('printable ASCII characters: an HTTP header carries it');
  return parseTextSetting(raw);
};

/** A host name or an IP address. */
export const parseHostNameSetting: SettingParser<string> = (raw) => {
  if (!/^[a-zA-Z0-9_.:-]+$/.test(raw)) throw new Error('a host name or an IP address');
  return raw;
};

/** Texts separated by commas; blanks around them are dropped. Empty is "not set", and commas alone are a mistake. */
const parseListSetting: SettingParser<readonly string[]> = (raw) => {
  const items = raw
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  // An empty list means that there is no limit; commas alone cannot mean that.
  if (raw !== '' && items.length === 0) throw new Error('texts with commas between, or not set');
  return items;
};

/** Such texts that an HTTP header can carry. */
export const parseHeaderListSetting: SettingParser<readonly string[]> = (raw) =>
  parseListSetting(parseHeaderTextSetting(raw) ?? '');

/** `1` for all addresses of the local network, or some of them; empty is "not set". */
export const parseNetworkSetting: SettingParser<'all' | readonly string[] | undefined> = (raw) => {
  if (raw === '') return undefined;
  if (raw === '1') return 'all';
  const addresses = parseListSetting(raw);
  if (!addresses.every((address) => isIPv4(address))) throw new Error('1, or IPv4 addresses of this machine');
  if (addresses.some((address) => NO_NETWORK.has(address)))
    throw new Error(
      `1, or addresses that this machine has in local networks; ${[...NO_NETWORK].join(' and ')} are none`,
    );
  return [...new Set(addresses)];
};

/** Addresses whose port the cloud has already taken for this machine, so that a second server cannot have it. */
const NO_NETWORK: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0']);

/** A whole number with bounds, both included. */
export const createWholeNumberParser =
  (min: number, max: number): SettingParser<number> =>
  (raw) => {
    const value = Number(raw);
    if (!/^\d+$/.test(raw) || value < min || value > max) throw new Error(`a whole number from ${min} to ${max}`);
    return value;
  };

/** Reads `1` or `0`; an empty text is "not set". */
export const parseOnOrOffSetting: SettingParser<boolean | undefined> = (raw) => {
  if (raw === '') return undefined;
  if (raw !== '0' && raw !== '1') throw new Error('1 or 0');
  return raw === '1';
};

/** An absolute http(s) address, without its final slash. */
export const parseAddressSetting: SettingParser<string | undefined> = (raw) => {
  if (raw === '') return undefined;
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error('an address such as https://example.org/api');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

/** An http(s) address without a path. */
export const parseOriginSetting: SettingParser<string | undefined> = (raw) => {
  const read = parseAddressSetting(raw);
  if (read !== undefined && read !== new URL(read).origin) throw new Error('an address without a path');
  return read;
};

/** The address of a PostgreSQL database. */
export const parseDatabaseUrlSetting: SettingParser<string | undefined> = (raw) => {
  if (raw === '') return undefined;
  if (!isDatabaseUrl(raw)) throw new Error('an address such as postgres://USER:PASSWORD@HOST/DATABASE');
  return raw;
};

/** Whether a text is the address of a database, with the name of that database. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname.length > 1;

/** Reads the name of a profile. */
export const parseProfileSetting: SettingParser<CloudProfile> = (raw) => {
  if (raw !== 'tactus' && raw !== 'vendor') throw new Error('tactus or vendor');
  return raw;
};

/** A level of the log. */
export const parseLogLevelSetting: SettingParser<LogLevel> = (raw) => {
  const level = LOG_LEVELS.find((known) => known === raw);
  if (!level) throw new Error(`one of ${LOG_LEVELS.join(', ')}`);
  return level;
};
