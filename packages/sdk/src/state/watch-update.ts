import type { Time } from '@tactus/time';
import type { DeviceState } from './device-state.ts';

/** An update that has begun: versions as far as they are known, else empty. */
export interface UpdateStarted {
  readonly fromVersion: string;
  readonly toVersion: string;
}

/** An update that the device reports done; it reboots after that. */
export interface UpdateFinished extends UpdateStarted {
  readonly timeUsedMs: number;
}

/** Emits the beginning and the end of updates. Call it with every change of the state. */
export function createUpdateEventEmitter(parts: {
  readonly time: Time;
  readonly onStarted: (update: UpdateStarted) => void;
  readonly onFinished: (update: UpdateFinished) => void;
}) {
  let running: (UpdateStarted & { readonly startedMs: number }) | undefined;
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
