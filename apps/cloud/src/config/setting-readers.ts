/** Reads the text of a setting. Throws an Error whose message completes the sentence "NAME must be …". */
export type SettingReader<T> = (given: string) => T;

/** How this cloud behaves: with all it has, or as the vendor's only. */
export type Profile = 'tactus' | 'vendor';

/** Levels of the log, as pino has them. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Any text; empty is "not set". */
export const text: SettingReader<string | undefined> = (given) => (given === '' ? undefined : given);

/** A host name or an IP address. */
export const hostName: SettingReader<string> = (given) => {
  if (!/^[a-zA-Z0-9_.:-]+$/.test(given)) throw new Error('a host name or an IP address');
  return given;
};

/** Texts with commas between; blanks around them are dropped. Empty is "not set", and commas alone are a mistake. */
export const list: SettingReader<readonly string[]> = (given) => {
  const items = given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  // An empty list means that there is no limit, which nobody asks for by a comma.
  if (given !== '' && items.length === 0) throw new Error('texts with commas between, or not set');
  return items;
};

/** A whole number with bounds, both included. */
export const wholeNumber =
  (min: number, max: number): SettingReader<number> =>
  (given) => {
    const value = Number(given);
    if (!/^\d+$/.test(given) || value < min || value > max) throw new Error(`a whole number from ${min} to ${max}`);
    return value;
  };

/** `1` or `0`, or nothing. */
export const onOrOff: SettingReader<boolean | undefined> = (given) => {
  if (given === '') return undefined;
  if (given !== '0' && given !== '1') throw new Error('1 or 0');
  return given === '1';
};

/** An absolute http(s) address, without a slash at its end. */
export const address: SettingReader<string | undefined> = (given) => {
  if (given === '') return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error('an address such as https://example.org/api');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

/** An http(s) address without a path. */
export const origin: SettingReader<string | undefined> = (given) => {
  const read = address(given);
  if (read !== undefined && read !== new URL(read).origin) throw new Error('an address without a path');
  return read;
};

/** Our own, or the vendor's. */
export const profile: SettingReader<Profile> = (given) => {
  if (given !== 'tactus' && given !== 'vendor') throw new Error('tactus or vendor');
  return given;
};

/** A level of the log. */
export const logLevel: SettingReader<LogLevel> = (given) => {
  const level = LOG_LEVELS.find((known) => known === given);
  if (!level) throw new Error(`one of ${LOG_LEVELS.join(', ')}`);
  return level;
};
