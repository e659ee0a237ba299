import { FULL_WINDOW, type StrokeWindow } from '@tactus/motion';
import { type Device, DeviceError, isStopBegun } from '@tactus/sdk';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { GuestHold } from './guest-hold.ts';

/** A guest's device, and the ends of its strokes. */
interface GuestDevice {
  readonly device: Device;
  /** The ends that the guest requested last, shares of the owner's part of the stroke: the device does not report them. */
  readonly strokeEnds: StoreApi<StrokeWindow>;
}

/**
 * A guest's device whose strokes start between the ends that the guest requested last. The cloud opens the ends when a hold is
 * over (docs/sharing.md, "Limits"): each start sends them again. It is aborted where a Stop begins or the hold is over meanwhile.
 */
export function retainStrokeEnds(device: Device, hold: Pick<GuestHold, 'state'>): GuestDevice {
  const strokeEnds = createStore<StrokeWindow>()(() => FULL_WINDOW);
  /** Counts the holds that are over and the stops of the strokes: a start of before must not follow. */
  let stops = 0;
  hold.state.subscribe((now, before) => {
    if (before === 'held' && now !== 'held') stops += 1;
  });

  async function setStroke(ends: StrokeWindow) {
    const before = strokeEnds.getState();
    strokeEnds.setState(ends, true);
    try {
      return await device.hamp.setStroke(ends);
    } catch (error) {
      if (strokeEnds.getState() === ends) strokeEnds.setState(before, true);
      throw error;
    }
  }

  function stop() {
    stops += 1;
    return device.hamp.stop();
  }

  async function start() {
    const { min, max } = strokeEnds.getState();
    if (min > 0 || max < 1) {
      const [born, before] = [stops, device.store.getState()];
      await device.hamp.setStroke({ min, max });
      if (stops !== born || isStopBegun(device.store.getState(), before))
        throw new DeviceError('aborted', 'Stopped or not held meanwhile');
    }
    return device.hamp.start();
  }

  return { device: { ...device, hamp: { ...device.hamp, setStroke, start, stop } }, strokeEnds };
}
