import { parseJsonObject } from '@tactus/protocol';
import type { Time } from '@tactus/time';
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
  /** What the origin that serves the app can do, as it says. */
  readonly home?: unknown;
}

/** Where the configuration is. */
const RUNTIME_CONFIG_PATH = '/config.json';

/** Every page of the app has this, which hosts of files send, with status 200, in the place of a file that is not there. */
const OWN_PAGE = 'data-character="handy"';

/** After this a request is given up, and the next one follows after a pause. */
const TRY_MS = 10_000;
const LONGEST_PAUSE_MS = 8000;

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
  home: z.optional(z.unknown()),
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

/**
 * Fetches the configuration, until the site has answered: the default where it has none. Nothing else settles it: after an error,
 * a login page or silence the default would take our cloud for one without leases. `onFailure` runs after each such try.
 */
export async function fetchRuntimeConfig(from: {
  fetch: typeof globalThis.fetch;
  time: Time;
  log: { warn(text: string, cause: unknown): void };
  onFailure: () => void;
}): Promise<RuntimeConfig> {
  const { fetch, time } = from;
  for (let pauseMs = 0; ; pauseMs = Math.min(2 * pauseMs || 1000, LONGEST_PAUSE_MS)) {
    const late = new AbortController();
    const { signal } = late;
    if (pauseMs > 0) await time.sleep(pauseMs);
    const undo = time.after(TRY_MS, () => late.abort());
    try {
      // With no such mode this is the request that the page started early (vite/early-files.ts).
      return await readAnswer(await fetch(RUNTIME_CONFIG_PATH, { signal, ...(pauseMs > 0 && { cache: 'no-store' }) }));
    } catch (error) {
      from.log.warn('The configuration could not be read', error);
      from.onFailure();
    } finally {
      undo();
    }
  }
}

/** Throws where the answer says nothing of the configuration. */
async function readAnswer(response: Response): Promise<RuntimeConfig> {
  const body = await response.text();
  if (response.status === 404 || (response.ok && body.includes(OWN_PAGE))) return DEFAULT_RUNTIME_CONFIG;
  const value = response.ok && parseJsonObject(body);
  if (!value) throw new Error(`HTTP ${response.status} without a configuration`);
  return readRuntimeConfig(value);
}
