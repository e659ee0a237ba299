import { type Device, HspPlayState } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** The interval and the number of checks whether a pause has arrived. */
const PAUSE_POLL_MS = 150;
const PAUSE_POLLS = 20;

/** Waits until the device has paused its uploaded script; three seconds at most, and no longer than until the signal. */
export async function waitUntilPaused(
  { device, time }: { readonly device: Pick<Device, 'hssp'>; readonly time: Time },
  signal: AbortSignal,
): Promise<void> {
  for (let polls = 0; polls < PAUSE_POLLS && !signal.aborted; polls += 1) {
    const { play_state } = await device.hssp.readState();
    if (play_state !== HspPlayState.PLAYING) return;
    await time.sleep(PAUSE_POLL_MS, signal).catch(() => undefined);
  }
}
