import type { Device } from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import type { DeviceSpeed } from './controls/build-speed.ts';
import type { DeviceVibration } from './vibration/build-vibration.ts';

/** The control of a device that the page at hand shows: what acts from outside the page goes through it, so that both agree. */
export interface ShownControl<Control> {
  /** Says that a page shows it, until undone. */
  show(device: Device, control: Control): Undo;
  /** The one that is shown; undefined while no page shows one. */
  of(device: Device): Control | undefined;
}

function createShownControl<Control>(): ShownControl<Control> {
  const shown = new WeakMap<Device, Control>();
  return {
    show(device, control) {
      shown.set(device, control);
      return () => {
        if (shown.get(device) === control) shown.delete(device);
      };
    },
    of: (device) => shown.get(device),
  };
}

/** The speed of the alternating motion. */
export const SHOWN_SPEED = createShownControl<DeviceSpeed>();

/** The vibration. */
export const SHOWN_VIBRATION = createShownControl<DeviceVibration>();
