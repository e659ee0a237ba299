import {
  type DeviceEvent,
  type DeviceHandlers,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  type FirmwareVersion,
  type OtaProgress,
} from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ModeSwitch } from '../modes/mode-switch.ts';

const STEPS = 20;
const STEP_MS = 500;

/** A firmware update: it goes on without the link, refuses other modes meanwhile, and ends with a reboot. */
export interface FirmwareUpdate {
  readonly handlers: DeviceHandlers<'ota'>;
  /** Begins. Throws `DeviceRefusal` 100013 when one runs, 200005 for the current firmware. */
  start(release: FirmwareVersion): void;
  /** The next update fails at this share, 0..1; undefined: none does. */
  failAt(share: number | undefined): void;
  /** The device switches off: a running update has failed. */
  abort(): void;
}

interface Options {
  readonly time: Time;
  readonly modes: () => ModeSwitch;
  readonly emit: (event: DeviceEvent) => void;
  readonly installed: () => FirmwareVersion;
  /** Everything is written: the device has to boot into it. */
  readonly onInstalled: (release: FirmwareVersion) => void;
}

/** Returns the updater of a device, without an update in progress. */
export function createFirmwareUpdate({ time, modes, emit, installed, onInstalled }: Options): FirmwareUpdate {
  let state: OtaProgress = { done: false, progress: 0, failed: false };
  let failsAt: number | undefined;
  let isRunning = false;
  let cancelStep: Undo = () => undefined;

  function notify(next: OtaProgress): void {
    state = next;
    emit({ name: 'ota_progress', data: state });
  }

  function fail(): void {
    isRunning = false;
    failsAt = undefined;
    modes().release();
    notify({ ...state, failed: true });
    modes().enter(DeviceMode.IDLE);
  }

  function step(release: FirmwareVersion, number: number): void {
    const progress = number / STEPS;
    if (failsAt !== undefined && progress >= failsAt) {
      state = { ...state, progress: failsAt };
      fail();
      return;
    }
    if (number === STEPS) {
      isRunning = false;
      notify({ done: true, progress: 1, failed: false });
      onInstalled(release);
      return;
    }
    notify({ done: false, progress, failed: false });
    cancelStep = time.after(STEP_MS, () => step(release, number + 1));
  }

  return {
    handlers: { 'ota.progress': () => state },
    start(release) {
      if (isRunning) throw new DeviceRefusal(errorKinds.otaRunning);
      const { version, feature_flags } = installed();
      if (release.version === version && release.feature_flags === feature_flags)
        throw new DeviceRefusal(errorKinds.otaSameImage);
      modes().hold(DeviceMode.OTA);
      isRunning = true;
      notify({ done: false, progress: 0, failed: false });
      cancelStep = time.after(STEP_MS, () => step(release, 1));
    },
    failAt(share) {
      failsAt = share;
    },
    abort() {
      cancelStep();
      if (isRunning) state = { ...state, failed: true };
      isRunning = false;
    },
  };
}
