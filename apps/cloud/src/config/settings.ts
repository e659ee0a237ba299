import { RATE_LIMIT_PER_MINUTE } from '@tactus/protocol';
import { parseAllowedHostsSetting } from './allow-list.ts';
import { parseCapacitySetting } from './capacity.ts';
import { parseProxiesSetting } from './proxies.ts';
import {
  createWholeNumberParser,
  parseAddressSetting,
  parseDatabaseUrlSetting,
  parseHeaderListSetting,
  parseHeaderTextSetting,
  parseHostNameSetting,
  parseLogLevelSetting,
  parseNetworkSetting,
  parseOnOrOffSetting,
  parseOriginSetting,
  parseProfileSetting,
  parseTextSetting,
  type SettingParser,
} from './setting-readers.ts';

/** One environment variable of the cloud: its meaning, default and reader. */
export interface Setting<T> {
  readonly meaning: string;
  /** The text in place of an unset or empty variable; '' means "not set". */
  readonly fallback: string;
  readonly read: SettingParser<T>;
}

const setting = <T>(meaning: string, fallback: string, read: SettingParser<T>): Setting<T> => ({
  meaning,
  fallback,
  read,
});

/** Every environment variable that the cloud reads. The README's table is checked against this one. */
export const settings = {
  PORT: setting('Port to listen on; 0 takes a free one', '8787', createWholeNumberParser(0, 65_535)),
  HOST: setting('Address to listen on', '127.0.0.1', parseHostNameSetting),
  TACTUS_NETWORK: setting(
    '`1`, or addresses of this machine, comma-separated: other devices of the local network may open the app there with the code that the start prints; unset: none',
    '',
    parseNetworkSetting,
  ),
  TACTUS_TLS_CERT: setting(
    'File of the certificate, with its chain (PEM); set, the cloud serves https',
    '',
    parseTextSetting,
  ),
  TACTUS_TLS_KEY: setting("File of the certificate's private key (PEM)", '', parseTextSetting),
  TACTUS_DATA_DIR: setting('Folder of the store; `:memory:` keeps nothing', '.tactus', parseTextSetting),
  TACTUS_DATABASE_URL: setting(
    'PostgreSQL database of the store, such as `postgres://USER:PASSWORD@HOST/DATABASE`; unset: a file in `TACTUS_DATA_DIR`',
    '',
    parseDatabaseUrlSetting,
  ),
  TACTUS_API_KEYS: setting(
    'Application ids that are good, comma-separated; unset: any that is not empty',
    '',
    parseHeaderListSetting,
  ),
  TACTUS_APPLICATION_KEYS: setting(
    'Secrets that may issue tokens, comma-separated; unset: on loopback any key may, elsewhere none',
    '',
    parseHeaderListSetting,
  ),
  TACTUS_RATE_LIMIT: setting(
    'Requests a minute for one credential and one connection key; 0 is no limit',
    String(RATE_LIMIT_PER_MINUTE),
    createWholeNumberParser(0, 1_000_000),
  ),
  TACTUS_UPLOAD_LIMIT: setting(
    'Script uploads an hour from one address; 0 is no limit, and so is `TACTUS_RATE_LIMIT=0`',
    '60',
    createWholeNumberParser(0, 1_000_000),
  ),
  TACTUS_UPLOAD_MIB: setting(
    'MiB of scripts and large requests an hour from one address; 0 is no limit, and so is `TACTUS_RATE_LIMIT=0`',
    '256',
    createWholeNumberParser(0, 1_000_000),
  ),
  TACTUS_PARSE_SECONDS: setting(
    'Seconds an hour that are spent on reading scripts and large requests of one address; 0 is no limit, and so is `TACTUS_RATE_LIMIT=0`',
    '60',
    createWholeNumberParser(0, 3_600),
  ),
  TACTUS_PARSE_THREADS: setting('Threads that read scripts and large requests', '1', createWholeNumberParser(1, 64)),
  TACTUS_CAPACITY: setting(
    'The most that there may be of each, such as `channels=500,groups=50`; the names and defaults are in `docs/self-hosting.md`',
    '',
    parseCapacitySetting,
  ),
  TACTUS_PROFILE: setting(
    "`vendor` behaves as the vendor's cloud does, its round trips included",
    'tactus',
    parseProfileSetting,
  ),
  TACTUS_API_BASE: setting('Device API that the app talks to instead of this cloud', '', parseAddressSetting),
  TACTUS_SCRIPT_HOST: setting(
    'Script host that the app uploads to instead of the one beside its API',
    '',
    parseAddressSetting,
  ),
  TACTUS_SCRIPT_ALLOW: setting(
    'Hosts that scripts may come from besides public ones, comma-separated, with a port or without',
    '',
    parseAllowedHostsSetting,
  ),
  TACTUS_APPLICATION_ID: setting('Application id that the app presents', '', parseHeaderTextSetting),
  TACTUS_SITE_URL: setting(
    'Address under which people reach the app, when it is not the one listened on',
    '',
    parseOriginSetting,
  ),
  TACTUS_JAPANESE_SITE: setting('Origin of the Japanese site; unset: nobody is sent there', '', parseOriginSetting),
  TACTUS_ANALYTICS_KEY: setting(
    'Key of the analytics service; unset: nothing leaves the browser',
    '',
    parseTextSetting,
  ),
  TACTUS_ANALYTICS_HOST: setting(
    'Address of the analytics service; unset: nothing leaves the browser',
    '',
    parseAddressSetting,
  ),
  TACTUS_UPDATES: setting(
    'Address of a JSON file whose `version` is the newest; it is read at the start and once a day; unset: nothing is requested',
    '',
    parseAddressSetting,
  ),
  TACTUS_CONTROL: setting(
    '`1` or `0`: `/_control` on or off; unset: on where only this machine can reach it',
    '',
    parseOnOrOffSetting,
  ),
  TACTUS_CONTROL_TOKEN: setting(
    'Bearer token that `/_control` asks for, and `/metrics` from other machines; unset: the one in `control-token` beside the store, and none on this machine',
    '',
    parseHeaderTextSetting,
  ),
  TACTUS_TRUSTED_PROXIES: setting(
    'Addresses and networks of reverse proxies whose `X-Forwarded-For` is taken, comma-separated; with `TACTUS_SITE_URL` one on this machine is',
    '',
    parseProxiesSetting,
  ),
  TACTUS_LOG: setting('Least level that is logged, from `trace` to `silent`', 'info', parseLogLevelSetting),
} satisfies Record<string, Setting<unknown>>;

/** Name of an environment variable of the cloud. */
export type SettingName = keyof typeof settings;

/** Values of the environment variables, as their readers return them. */
export type SettingValues = { readonly [N in SettingName]: ReturnType<(typeof settings)[N]['read']> };
