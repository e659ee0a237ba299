import type { Time } from '@tactus/time';
import { type CancellableRequest, runCancellable } from '../client/cancellable.ts';
import type { DeviceState } from '../state/device-state.ts';

/** How often a condition is checked by default. */
export const CONDITION_CHECK_INTERVAL_MS = 100;

/** Waits until a condition of the state holds, checked every `stepMs`. Ends with 'Request aborted'. */
export function waitForState(parts: {
  readonly condition: (state: DeviceState) => boolean;
  readonly get: () => DeviceState;
  readonly stepMs: number;
  readonly time: Time;
  /** Aborts when the device is disconnected. */
  readonly letGo: AbortSignal;
}): CancellableRequest<void> {
  const { condition, get, stepMs, time, letGo } = parts;
  return runCancellable(async (signal) => {
    while (!condition(get())) await time.sleep(stepMs, signal);
  }, letGo);
}
