import {
  type DeviceCallName,
  Environment,
  endpointOf,
  FIRST_FULL_FIRMWARE_MAJOR,
  FirmwareStatus,
  type FirmwareVersion,
} from '@tactus/protocol';

/** Every firmware that can be installed on a modelled device, newest first: versions that the vendor has released. */
export const firmwareReleases: readonly FirmwareVersion[] = [
  { version: '4.2.1', feature_flags: 'development' },
  { version: '4.2.0', feature_flags: 'staging' },
  { version: '4.1.1', feature_flags: 'production' },
  { version: '4.1.0', feature_flags: 'production' },
  { version: '4.0.19', feature_flags: 'production' },
  { version: '4.0.11', feature_flags: 'production' },
];

const FLAGS: Readonly<Record<Environment, string>> = {
  [Environment.PRODUCTION]: 'production',
  [Environment.STAGING]: 'staging',
  [Environment.DEVELOPMENT]: 'development',
};

/** The newest firmware that an environment offers. */
export function newestRelease(environment: Environment): FirmwareVersion {
  const newest = firmwareReleases.find(({ feature_flags }) => feature_flags === FLAGS[environment]);
  if (!newest) throw new RangeError(`No firmware for environment ${environment}`);
  return newest;
}

const VERSION_PATTERN = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Whether a text is a firmware version: major, minor and patch. */
export const isFirmwareVersion = (text: string): boolean => VERSION_PATTERN.test(text);

/** Whether a firmware is too old for the whole contract: it knows three calls and three events. */
export const isLegacyFirmware = (version: string): boolean => Number.parseInt(version, 10) < FIRST_FULL_FIRMWARE_MAJOR;

/** The `fw_status` of a firmware in an environment; firmware below 4 always has to be updated. */
export function firmwareStatusOf(version: string, environment: Environment): FirmwareStatus {
  if (isLegacyFirmware(version)) return FirmwareStatus.UPDATE_REQUIRED;
  const newest = newestRelease(environment).version;
  return isOlder(version, newest) ? FirmwareStatus.UPDATE_AVAILABLE : FirmwareStatus.UP_TO_DATE;
}

/** Whether a firmware knows a call: some calls were added after the first firmware. */
export function firmwareKnowsCall(version: string, name: DeviceCallName): boolean {
  const { sinceFirmware } = endpointOf(name);
  return sinceFirmware === undefined || !isOlder(version, sinceFirmware);
}

const isOlder = (version: string, other: string): boolean => rank(version) < rank(other);

function rank(version: string): number {
  const [major = 0, minor = 0, patch = 0] = (VERSION_PATTERN.exec(version) ?? []).slice(1).map(Number);
  return (major * 1_000 + minor) * 1_000 + patch;
}
