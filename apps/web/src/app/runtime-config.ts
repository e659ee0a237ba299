import * as z from 'zod/mini';
import type { Settings } from '../settings/schema.ts';

/** The configuration of a deployment: `/config.json`. One build serves every deployment. */
export interface RuntimeConfig {
  /** Where the device lives: the base of the vendor's surface. */
  readonly apiBase: string;
  /** Where scripts are uploaded. */
  readonly scriptHost: string;
  /** The public application id, sent as the API key. */
  readonly applicationId: string;
  /** Origin of the Japanese site; no redirect without one. */
  readonly japaneseSite?: string;
  /** Key of the analytics service; nothing leaves the browser without one. */
  readonly analyticsKey?: string;
  /** Where the analytics service is. */
  readonly analyticsHost?: string;
  /** The address under which others reach this site, for links and QR codes. */
  readonly siteUrl?: string;
  /** What the cloud can do; absent means the vendor's. */
  readonly features: Readonly<Record<string, boolean>>;
}

/** Where the configuration is. */
const RUNTIME_CONFIG_PATH = '/config.json';

/** The configuration of an app that is served by our cloud, from the same origin. @internal */
export const DEFAULT_RUNTIME_CONFIG: RuntimeConfig = {
  apiBase: '/api/handy-rest/v3',
  scriptHost: '/api/script/v0',
  applicationId: 'tactus-web',
  features: {},
};

const text = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined);
const configSchema = z.object({
  apiBase: text,
  scriptHost: text,
  applicationId: text,
  japaneseSite: text,
  analyticsKey: text,
  analyticsHost: text,
  siteUrl: text,
  features: z.catch(z.record(z.string(), z.unknown()), {}),
});

/** Reads a configuration. Never throws: a missing or invalid field gets its default. @internal */
export function readRuntimeConfig(value: unknown): RuntimeConfig {
  const read = configSchema.safeParse(value);
  if (!read.success) return DEFAULT_RUNTIME_CONFIG;
  const { features, ...values } = read.data;
  const named = Object.fromEntries(Object.entries(values).filter(([, field]) => field !== undefined));
  const switches = Object.fromEntries(Object.entries(features).map(([name, on]) => [name, on === true]));
  return { ...DEFAULT_RUNTIME_CONFIG, ...named, features: switches };
}

/** The configuration with a developer's own values; a cloud of another address is taken to be the vendor's. */
export function withDeveloperOverrides(
  config: RuntimeConfig,
  { developerMode, developer }: Pick<Settings, 'developerMode' | 'developer'>,
): RuntimeConfig {
  if (!developerMode) return config;
  const { apiBase, apiKey, scriptHost } = developer;
  return {
    ...config,
    ...(apiBase !== '' && apiBase !== config.apiBase && { apiBase, features: {} }),
    ...(apiKey !== '' && { applicationId: apiKey }),
    ...(scriptHost !== '' && { scriptHost }),
  };
}

/** Fetches the configuration; the default where it cannot be fetched. */
export async function fetchRuntimeConfig(from: {
  fetch: typeof globalThis.fetch;
  log: { warn(text: string, cause: unknown): void };
}): Promise<RuntimeConfig> {
  const { fetch } = from;
  try {
    // With nothing set this is the request that the page started early (vite/early-files.ts).
    const response = await fetch(RUNTIME_CONFIG_PATH);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return readRuntimeConfig(await response.json());
  } catch (error) {
    from.log.warn('The configuration could not be read; using the defaults', error);
    return DEFAULT_RUNTIME_CONFIG;
  }
}
