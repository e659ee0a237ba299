import type { Time } from '@tactus/time';
import { DeviceError, toDeviceError } from '../errors.ts';
import { runCancellable } from './cancellable.ts';

/** Runs a request that is abandoned when it takes too long or is cancelled; rejects only with `DeviceError`. */
export async function withDeadline<T>(
  time: Time,
  deadlineMs: number,
  cancelled: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const request = runCancellable(run, cancelled);
  let isLate = false;
  const cancelTimer = time.after(deadlineMs, () => {
    isLate = true;
    request.cancel();
  });
  try {
    return await request;
  } catch (error) {
    throw isLate ? new DeviceError('timeout', 'No answer in time') : toDeviceError(error);
  } finally {
    cancelTimer();
  }
}
