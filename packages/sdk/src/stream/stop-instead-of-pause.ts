import { isHspPlaying } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Device } from '../device-api.ts';
import type { DeviceError } from '../errors.ts';

/** The longest wait for a stop in place of a pause. */
const STOP_WITHIN_MS = 500;

/**
 * Stops if a pause failed. After a refusal for the number of requests, a stop is still allowed: the lane of Stop is
 * for the user, and for a failure of this stop. `isOver`: the stream was played since, or has ended.
 */
export async function stopInsteadOfPause(
  device: Device,
  time: Time,
  { error, isOver }: { readonly error: DeviceError; readonly isOver: () => boolean },
): Promise<void> {
  if (error.code === 'rate-limited') {
    const late = time.sleep(STOP_WITHIN_MS).then(() => undefined);
    const stopped = await Promise.race([late, device.call('hsp.stop').catch(() => undefined)]);
    if (stopped && !isHspPlaying(stopped)) return;
  }
  if (!isOver()) await device.stop();
}
