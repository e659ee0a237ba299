import { DeviceMode } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Device } from '../device-api.ts';
import { toDeviceError } from '../errors.ts';
import { hasSlider } from '../state/capability.ts';

/** A slider is at rest this long after a stop, if no later command arrives. */
const REST_CHECK_MS = 300;

/**
 * Ends the preparation of a playback. Not by the lane of Stop, which is for the user: a program that pauses a medium
 * when Stop is pressed would react to it. `isOver`: whether something else was requested since.
 */
export async function endPreparation(device: Device, time: Time, isOver: () => boolean): Promise<void> {
  /** A request that was pending may have reached the device after the stop. */
  async function seeAtRest(): Promise<void> {
    if (isOver() || !hasSlider(device.store.getState())) return;
    const { speed_absolute } = await device.call('slider.state');
    if (speed_absolute > 0 && !isOver()) await device.stop();
  }

  try {
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
  } catch (thrown) {
    if (isOver()) throw toDeviceError(thrown);
    await device.stop();
    return;
  }
  time.after(REST_CHECK_MS, () => void seeAtRest().catch(() => device.stop()));
}
