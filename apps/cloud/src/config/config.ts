import type { AllowedHost } from './allow-list.ts';
import type { Capacity } from './capacity.ts';
import { isLoopback } from './loopback.ts';
import type { TrustedProxies } from './proxies.ts';
import type { CloudProfile, LogLevel } from './setting-readers.ts';
import { type Setting, type SettingValues, settings } from './settings.ts';
import type { TlsFiles } from './tls-files.ts';

/** The configuration of one cloud. `readConfig` makes it from the environment, `defaultConfig` for programs and tests. */
export interface CloudConfig {
  readonly port: number;
  readonly host: string;
  /** Addresses of this machine where other devices of the local network need a code; `all` are those of its interfaces. */
  readonly network: 'all' | readonly string[] | undefined;
  /** The files that make this cloud serve https; undefined: http. */
  readonly tls: TlsFiles | undefined;
  /** A folder, or `:memory:`. */
  readonly dataDir: string;
  /** The PostgreSQL database with the store; undefined: a file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Public application ids; empty: any non-empty text is accepted. */
  readonly apiKeys: readonly string[];
  /** Secrets that may issue tokens. */
  readonly applicationKeys: readonly string[];
  /** Requests a minute for one credential and one connection key; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** Script uploads an hour from one address; 0 is no limit, as is a rate limit of 0. */
  readonly uploadsPerHour: number;
  /** Bytes of scripts and large requests an hour from one address; 0 is no limit. */
  readonly uploadBytesPerHour: number;
  /** Time for parsing scripts and large requests an hour for one address, in ms; 0 is no limit. */
  readonly parseMsPerHour: number;
  /** Threads that parse scripts and large requests. */
  readonly parseThreads: number;
  readonly capacity: Capacity;
  readonly profile: CloudProfile;
  /** The device API that the app is pointed to; undefined: this cloud. */
  readonly apiBase: string | undefined;
  readonly scriptHost: string | undefined;
  /** Hosts that scripts may be downloaded from, whatever their addresses are. */
  readonly scriptAllow: readonly AllowedHost[];
  readonly applicationId: string;
  /** The origin under which people reach the app; undefined: the origin of the request. */
  readonly siteUrl: string | undefined;
  readonly japaneseSite: string | undefined;
  readonly analyticsKey: string | undefined;
  readonly analyticsHost: string | undefined;
  /** Where the newest version is read; undefined: nowhere. */
  readonly updates: string | undefined;
  /** Whether `/_control` answers. */
  readonly control: boolean;
  /** The bearer token that `/_control` requires; undefined: the one beside the store, where one is needed. */
  readonly controlToken: string | undefined;
  /** Reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: TrustedProxies;
  readonly logLevel: LogLevel;
  /** Only this machine can reach the cloud: demo devices exist, and any key may issue tokens where none is set. */
  readonly loopbackOnly: boolean;
  /** Folder of the built app; undefined: no app is served. */
  readonly webRoot: string | undefined;
}

/** The result of reading the environment: a configuration, or every problem in a sentence of its own. */
export type ConfigResult =
  | { readonly ok: true; readonly config: CloudConfig }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The id that our app presents where the application ids are not restricted. */
const OWN_APPLICATION_ID = 'tactus';

/** Reads the environment. Values of secrets are never repeated in a problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, webRoot?: string): ConfigResult {
  const problems: string[] = [];
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, readSetting(name, setting, env[name], problems)]),
  ) as SettingValues; // SettingValues has the same rows; the value is not used when a row had a problem
  if (problems.length > 0) return { ok: false, problems };

  const config = configOf(values, webRoot);
  if ((values.TACTUS_TLS_CERT === undefined) !== (values.TACTUS_TLS_KEY === undefined))
    problems.push('TACTUS_TLS_CERT and TACTUS_TLS_KEY belong together: set both, or none');
  if (config.network !== undefined && !config.loopbackOnly)
    problems.push(
      'TACTUS_NETWORK is for a cloud that only this machine can reach: leave HOST and TACTUS_SITE_URL unset',
    );
  if (values.TACTUS_API_BASE && !values.TACTUS_APPLICATION_ID)
    problems.push('TACTUS_API_BASE needs TACTUS_APPLICATION_ID, the application id for that API');
  if (!values.TACTUS_API_BASE && config.apiKeys.length > 0 && !config.apiKeys.includes(config.applicationId))
    problems.push(
      'TACTUS_APPLICATION_ID must be one of TACTUS_API_KEYS, or not set: the app presents it to this cloud',
    );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config };
}

/** The configuration of an empty environment with the given fields changed. */
export function defaultConfig(changes: Partial<CloudConfig> = {}): CloudConfig {
  const reading = readConfig({});
  if (!reading.ok) throw new Error(reading.problems.join('; '));
  return { ...reading.config, ...changes };
}

function readSetting(
  name: string,
  { read, fallback }: Setting<unknown>,
  raw: string | undefined,
  problems: string[],
): unknown {
  try {
    return read(raw?.trim() || fallback);
  } catch (error) {
    problems.push(`${name} must be ${error instanceof Error ? error.message : 'valid'}`);
    return undefined;
  }
}

function configOf(values: SettingValues, webRoot: string | undefined): CloudConfig {
  const { TACTUS_SITE_URL: siteUrl, TACTUS_TLS_CERT: certFile, TACTUS_TLS_KEY: keyFile } = values;
  const loopbackOnly = isLoopback(values.HOST) && (siteUrl === undefined || isLoopback(new URL(siteUrl).hostname));
  return {
    port: values.PORT,
    host: values.HOST,
    network: values.TACTUS_NETWORK,
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    dataDir: values.TACTUS_DATA_DIR ?? settings.TACTUS_DATA_DIR.fallback,
    databaseUrl: values.TACTUS_DATABASE_URL,
    apiKeys: values.TACTUS_API_KEYS,
    applicationKeys: values.TACTUS_APPLICATION_KEYS,
    rateLimitPerMinute: values.TACTUS_RATE_LIMIT,
    uploadsPerHour: values.TACTUS_UPLOAD_LIMIT,
    uploadBytesPerHour: values.TACTUS_UPLOAD_MIB * 1024 * 1024,
    parseMsPerHour: values.TACTUS_PARSE_SECONDS * 1_000,
    parseThreads: values.TACTUS_PARSE_THREADS,
    capacity: values.TACTUS_CAPACITY,
    profile: values.TACTUS_PROFILE,
    apiBase: values.TACTUS_API_BASE,
    scriptHost: values.TACTUS_SCRIPT_HOST,
    scriptAllow: values.TACTUS_SCRIPT_ALLOW,
    applicationId: values.TACTUS_APPLICATION_ID ?? values.TACTUS_API_KEYS[0] ?? OWN_APPLICATION_ID,
    siteUrl,
    japaneseSite: values.TACTUS_JAPANESE_SITE,
    analyticsKey: values.TACTUS_ANALYTICS_KEY,
    analyticsHost: values.TACTUS_ANALYTICS_HOST,
    updates: values.TACTUS_UPDATES,
    control: values.TACTUS_CONTROL ?? loopbackOnly,
    controlToken: values.TACTUS_CONTROL_TOKEN,
    trustedProxies: values.TACTUS_TRUSTED_PROXIES,
    logLevel: values.TACTUS_LOG,
    loopbackOnly,
    webRoot,
  };
}
