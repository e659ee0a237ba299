import type { Device } from '@tactus/sdk';
import type { Undo } from '@tactus/time';

/** The control of a device that the page at hand shows: what acts from outside the page goes through it, so that both agree. */
export interface ShownControl<Control> {
  /** Says that a page shows it, until undone. */
  show(device: Device, control: Control): Undo;
  /** The one that is shown; undefined while no page shows one. */
  of(device: Device): Control | undefined;
}

/** Makes the place for one kind of control; no page shows one yet. */
export function createShownControl<Control>(): ShownControl<Control> {
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
