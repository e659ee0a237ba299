import { DEVICE_API_PREFIX } from '@tactus/protocol';
import type { CloudConfig } from '../../config/config.ts';

const FEATURES = [
  'leases',
  'resume',
  'inlineScripts',
  'channels',
  'headersOnSse',
  'severalOnSse', // `/api/tactus/events`: one stream for several devices
  'positionSamples',
  'stopMany', // `/api/tactus/stop`: one request stops several devices
  'commandOrder', // `X-Tactus-Sequence` and `Idempotency-Key` are understood: a Stop bars older commands, none is executed twice
  'shares', // guests are let in by this device API itself: no bridge is needed (docs/sharing.md)
  'unknownKeys', // `device_status` and `/connected` distinguish a key that no device has from a device that is offline
] as const;

/** What a device API can do beyond the vendor's; a device API without this list counts as the vendor's. */
export type CloudFeatureFlags = Readonly<Record<(typeof FEATURES)[number], boolean>>;

/** The app's configuration at run time, served as `/config.json`; a field that is not set is absent. */
export interface RuntimeConfig {
  /** Absolute, or a path of this origin. */
  readonly apiBase: string;
  readonly scriptHost: string;
  readonly applicationId: string;
  readonly japaneseSite?: string;
  readonly analyticsKey?: string;
  readonly analyticsHost?: string;
  readonly siteUrl?: string;
  /** Absent: the device API can do what the vendor's can. */
  readonly features?: CloudFeatureFlags;
  /** What the origin that serves the app can do, wherever the device lives. */
  readonly home: {
    readonly shares: boolean;
    readonly groups: boolean;
    /** It looks for newer versions of itself. */
    readonly updates?: true;
  };
}

/** What this cloud can do: everything, or what the vendor's can. */
export function featureFlagsOf({ profile }: CloudConfig): CloudFeatureFlags {
  const flags = FEATURES.map((name) => [name, profile !== 'vendor'] as const);
  return Object.fromEntries(flags) as CloudFeatureFlags; // a flag for every name
}

/** Path of the script host below its origin, as a client of the vendor's cloud expects it. */
const SCRIPT_HOST_PATH = '/api/script/v0';

/** The content of `/config.json` for this configuration; optional fields without a setting are left out. */
export function runtimeConfig(config: CloudConfig): RuntimeConfig {
  const { apiBase, scriptHost, applicationId, japaneseSite, analyticsKey, analyticsHost, siteUrl } = config;
  const scriptHostBesideApi = apiBase === undefined ? '' : new URL(apiBase).origin;
  return {
    apiBase: apiBase ?? DEVICE_API_PREFIX,
    scriptHost: scriptHost ?? `${scriptHostBesideApi}${SCRIPT_HOST_PATH}`,
    applicationId,
    ...(japaneseSite !== undefined && { japaneseSite }),
    ...(analyticsKey !== undefined && { analyticsKey }),
    ...(analyticsHost !== undefined && { analyticsHost }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(apiBase === undefined && { features: featureFlagsOf(config) }),
    home: { shares: true, groups: true, ...(config.updates !== undefined && { updates: true }) },
  };
}
