import { type FirmwareVersion, type InputOf, OTA_NOT_FOUND_TEXT, type OtaProgress } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import { DeviceError, toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/** Firmware updates. The state's `ota` has the progress of an update. */
export interface OtaCommands {
  /** The newest firmware for this device. */
  readLatest(): Promise<FirmwareVersion>;
  /** Installable versions from the start of a page (default 0) on; 'Firmware versions not found' where there are none. */
  readVersions(pageStart?: number): Promise<FirmwareVersion[]>;
  /** Updates to the newest firmware. Rejects with 'Failed to update firmware version' and its cause; so do the next two. */
  updateLatest(): Promise<'ok'>;
  /** Updates to one version; 'Specific OTA not found' if it is not on offer. */
  updateVersion(version: FirmwareVersion): Promise<'ok'>;
  /** Updates by a signed link, passed as its query. */
  updateFixed(link: InputOf<'ota.updateFixed'>): Promise<'ok'>;
  readProgress(): Promise<OtaProgress>;
}

/** Creates the commands of firmware updates. */
export const createOtaCommands = (command: SendCommand, get: () => DeviceState): OtaCommands => ({
  readLatest: () => command('ota.latest', {}),
  async readVersions(pageStart = 0) {
    const versions = await command('ota.versions', { s: pageStart });
    if (versions.length === 0 && pageStart === 0) throw new DeviceError('no-result', 'Firmware versions not found');
    return versions;
  },
  updateLatest: () => updating(command('ota.updateLatest', {})),
  async updateVersion(wanted) {
    const { firmwareVersions } = get().ota;
    if (firmwareVersions.length > 0 && !firmwareVersions.some((known) => isSame(known, wanted)))
      throw new DeviceError('bad-input', OTA_NOT_FOUND_TEXT);
    return updating(command('ota.updateVersion', wanted));
  },
  updateFixed: (link) => updating(command('ota.updateFixed', link)),
  readProgress: () => command('ota.progress', {}),
});

const isSame = (one: FirmwareVersion, other: FirmwareVersion): boolean =>
  one.version === other.version && one.feature_flags === other.feature_flags;

async function updating(request: Promise<'ok'>): Promise<'ok'> {
  try {
    return await request;
  } catch (thrown) {
    const cause = toDeviceError(thrown);
    const { code, http, refusal } = cause;
    if (cause.message === OTA_NOT_FOUND_TEXT) throw cause;
    throw new DeviceError(code, 'Failed to update firmware version', {
      cause,
      ...(http && { http }),
      ...(refusal && { refusal }),
    });
  }
}
