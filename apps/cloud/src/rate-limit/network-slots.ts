import type { Undo } from '@tactus/time';
import { createNetworkSums } from './network-sums.ts';

/** Slots for work that runs at the same time, shared between networks. */
export interface NetworkSlots {
  /** Takes a slot for an address, and returns the function that releases it; undefined where the address has to wait. */
  take(address: string): Undo | undefined;
}

/**
 * A network gets another slot only while it holds fewer than are free: the first takes half of them at most, a second half
 * of the rest, and so on. So a network without a slot finds one, as long as few networks are at work.
 */
export function createNetworkSlots(slots: number): NetworkSlots {
  const held = createNetworkSums();
  let free = slots;

  function add(address: string, change: 1 | -1): void {
    free -= change;
    held.add(address, change);
  }

  return {
    take(address) {
      if (held.largest(address) >= free) return undefined;
      add(address, 1);
      let isHeld = true;
      return () => {
        if (isHeld) add(address, -1);
        isHeld = false;
      };
    },
  };
}
