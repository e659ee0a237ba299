import type { FirmwareVersion, OtaProgress } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';
import type { StatePatch, StateSlice } from './state-slice.ts';

/** Firmware updates. */
export interface OtaState {
  /** From the request of an update, or its first progress, to its end. */
  readonly ongoing: boolean;
  readonly done: boolean;
  readonly failed: boolean;
  /** 0 to 1. */
  readonly progress: number;
  /** The requested version; `undefined` for an update by another program, or none. */
  readonly targetVersion: string | undefined;
  /** The newest firmware for this device; `undefined` until it is read. */
  readonly latestFirmwareVersion: FirmwareVersion | undefined;
  /** The installable versions; empty until they are read. */
  readonly firmwareVersions: readonly FirmwareVersion[];
}

/** No update. */
export const initialOta: OtaState = {
  ongoing: false,
  done: false,
  failed: false,
  progress: 0,
  targetVersion: undefined,
  latestFirmwareVersion: undefined,
  firmwareVersions: [],
};

const change = ({ ota }: DeviceState, changes: Partial<OtaState>): StatePatch => ({ ota: { ...ota, ...changes } });

const begun = (state: DeviceState, targetVersion: string | undefined): StatePatch =>
  change(state, { ongoing: true, done: false, failed: false, progress: 0, targetVersion });
const failed = (state: DeviceState): StatePatch => change(state, { ongoing: false, failed: true });

function progressed(state: DeviceState, { done, failed: hasFailed, progress }: OtaProgress): StatePatch {
  const isOngoing = !done && !hasFailed && (state.ota.ongoing || (progress > 0 && progress < 1));
  return change(state, { ongoing: isOngoing, done, failed: hasFailed, progress });
}

/** An answer about the progress may be from before an update: it does not end one that was just requested. */
function progressRead(state: DeviceState, report: OtaProgress): StatePatch {
  const isEmpty = !report.done && !report.failed && report.progress === 0;
  return isEmpty ? {} : progressed(state, report);
}

/**
 * Updates after the device has disconnected: the rest is reset, and an ongoing update counts as failed. A repeated
 * report of the loss finds the device disconnected already, and does not change that. Whether the device disconnected
 * for the reboot at the end of its update is known once it is connected again.
 */
export const otaAfterDisconnect = ({ connected, ota }: DeviceState): OtaState => ({
  ...initialOta,
  failed: ota.ongoing || (!connected && ota.failed),
});

const lost = (state: DeviceState): StatePatch => ({ ota: otaAfterDisconnect(state) });
const lostUnlessConnected = (state: DeviceState, { connected }: { readonly connected: boolean }): StatePatch =>
  connected ? {} : lost(state);

/** Firmware updates. */
export const otaSlice = {
  on: {
    ota_progress: progressed,
    device_disconnected: lost,
    device_status: lostUnlessConnected,
  },
  answers: {
    'info.connected': lostUnlessConnected,
    'ota.progress': progressRead,
    'ota.latest': (state, latestFirmwareVersion) => change(state, { latestFirmwareVersion }),
    'ota.versions': (state, page, _, { s }) =>
      change(state, { firmwareVersions: Number(s ?? 0) > 0 ? [...state.ota.firmwareVersions, ...page] : page }),
  },
  requests: {
    'ota.updateLatest': {
      sent: (state: DeviceState) => begun(state, state.ota.latestFirmwareVersion?.version),
      failed,
    },
    'ota.updateVersion': {
      sent: (state: DeviceState, { version }: FirmwareVersion) => begun(state, version),
      failed,
    },
    'ota.updateFixed': { sent: (state: DeviceState) => begun(state, undefined), failed },
  },
} satisfies StateSlice;
