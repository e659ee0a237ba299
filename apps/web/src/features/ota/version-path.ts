import type { FirmwareVersion } from '@tactus/protocol';

/** The path segment for a firmware without flags. */
const NO_FLAGS = 'none';

/** The channel that every device is offered. */
const PRODUCTION = 'production';

/** The path of the update page of one firmware version. */
export function pathOfVersionPage({ version, feature_flags }: FirmwareVersion): string {
  return `/ota/${encodeURIComponent(version)}/${encodeURIComponent(feature_flags || NO_FLAGS)}`;
}

/** The version that the parameters of a route name; undefined where the route has none. */
export function versionOfRoute(parameters: {
  readonly version?: string;
  readonly fw_feature_flag?: string;
}): FirmwareVersion | undefined {
  const { version, fw_feature_flag: flag } = parameters;
  if (version === undefined || flag === undefined) return undefined;
  return { version, feature_flags: flag === NO_FLAGS ? '' : flag };
}

/** Whether two versions are the same firmware. */
export function isSameVersion(one: FirmwareVersion, other: FirmwareVersion): boolean {
  return one.version === other.version && one.feature_flags === other.feature_flags;
}

/** Whether a firmware has not been released to all users: only those who opt in are offered it. */
export function isOptInFirmware({ feature_flags }: FirmwareVersion): boolean {
  return feature_flags !== PRODUCTION && feature_flags !== '';
}
