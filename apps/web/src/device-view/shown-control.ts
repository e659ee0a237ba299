import type { Device } from '@tactus/sdk';
import type { Undo } from '@tactus/time';

/** The control that the present page shows: actions from outside the page go through it, so that both agree. */
export interface ShownControlRegistry<Control> {
  /** Registers the control that a page shows, until undone. */
  show(device: Device, control: Control): Undo;
  /** The control that is shown; undefined while no page shows one. */
  of(device: Device): Control | undefined;
}

/** Creates the registry of the control of one kind that the present page shows; empty until a page shows one. */
export function createShownControlRegistry<Control>(): ShownControlRegistry<Control> {
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
