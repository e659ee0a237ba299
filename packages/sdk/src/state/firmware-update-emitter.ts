import type { Time } from '@tactus/time';
import type { DeviceState } from './device-state.ts';

/** An update that has begun: versions as far as they are known, else empty. */
export interface FirmwareUpdateStartedEvent {
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** An update that the device reports done; it reboots after that. */
export interface FirmwareUpdateFinishedEvent extends FirmwareUpdateStartedEvent {
  readonly timeUsedMs: number;
}

/** Emits the beginning and the end of updates. Call it with every change of the state. */
export function createFirmwareUpdateEmitter(parts: {
  readonly time: Time;
  readonly onStarted: (update: FirmwareUpdateStartedEvent) => void;
  readonly onFinished: (update: FirmwareUpdateFinishedEvent) => void;
}) {
  let running: (FirmwareUpdateStartedEvent & { readonly startedMs: number }) | undefined;
  return ({ ota, info }: DeviceState, { ota: before }: DeviceState): void => {
    if (ota.ongoing && !before.ongoing) {
      const { targetVersion, latestFirmwareVersion } = ota;
      running = {
        fromVersion: info?.fw_version ?? '',
        toVersion: targetVersion ?? latestFirmwareVersion?.version ?? '',
        startedMs: parts.time.monotonic(),
      };
      parts.onStarted({ fromVersion: running.fromVersion, toVersion: running.toVersion });
    }
    if (ota.ongoing || !before.ongoing || !running) return;
    const { startedMs, ...update } = running;
    running = undefined;
    if (ota.done) parts.onFinished({ ...update, timeUsedMs: Math.round(parts.time.monotonic() - startedMs) });
  };
}
