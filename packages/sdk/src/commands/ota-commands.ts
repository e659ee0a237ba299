import { type FirmwareVersion, type InputOf, OTA_NOT_FOUND_TEXT, type OtaProgress } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import { DeviceError, toDeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';

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
export const createOtaCommands = (command: SendCommand, store: DeviceStore): OtaCommands => ({
  readLatest: () => command('ota.latest', {}),
  async readVersions(pageStart = 0) {
    const versions = await command('ota.versions', { s: pageStart });
    if (versions.length === 0 && pageStart === 0) throw new DeviceError('no-result', 'Firmware versions not found');
    return versions;
  },
  updateLatest: () => updating(command('ota.updateLatest', {}), store),
  async updateVersion(wanted) {
    const { firmwareVersions } = store.get().ota;
    if (firmwareVersions.length > 0 && !firmwareVersions.some((known) => isSame(known, wanted)))
      throw new DeviceError('bad-input', OTA_NOT_FOUND_TEXT);
    return updating(command('ota.updateVersion', wanted), store);
  },
  updateFixed: (link) => updating(command('ota.updateFixed', link), store),
  readProgress: () => command('ota.progress', {}),
});

const isSame = (one: FirmwareVersion, other: FirmwareVersion): boolean =>
  one.version === other.version && one.feature_flags === other.feature_flags;

async function updating(request: Promise<'ok'>, store: DeviceStore): Promise<'ok'> {
  const { session_id } = store.get();
  try {
    return await request;
  } catch (thrown) {
    const cause = toDeviceError(thrown);
    const { code, http, refusal } = cause;
    if (cause.message === OTA_NOT_FOUND_TEXT) throw cause;
    const { ota, session_id: now } = store.get();
    // A request that was sent has changed the state by itself.
    if (now === session_id && !ota.ongoing) store.patch({ ota: { ...ota, done: false, failed: true } });
    throw new DeviceError(code, 'Failed to update firmware version', { cause, http, refusal });
  }
}
