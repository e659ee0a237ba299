import { FULL_WINDOW, type StrokeWindow } from '@tactus/motion';
import type { Device } from '@tactus/sdk';
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
 * over (docs/sharing.md, "Limits"): each start sends them again.
 */
export function retainStrokeEnds(device: Device, hold: Pick<GuestHold, 'state'>): GuestDevice {
  const strokeEnds = createStore<StrokeWindow>()(() => FULL_WINDOW);
  /** How many holds are over. */
  let lost = 0;
  hold.state.subscribe((now, before) => {
    if (before === 'held' && now !== 'held') lost += 1;
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

  async function start() {
    const isWhole = ({ min, max }: StrokeWindow) => min <= 0 && max >= 1;
    let sentIn: number | undefined;
    // A hold may be over while the ends are on their way.
    while (sentIn !== lost && !isWhole(strokeEnds.getState())) {
      sentIn = lost;
      await device.hamp.setStroke(strokeEnds.getState());
    }
    return device.hamp.start();
  }

  return { device: { ...device, hamp: { ...device.hamp, setStroke, start } }, strokeEnds };
}
