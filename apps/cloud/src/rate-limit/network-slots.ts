import type { Undo } from '@tactus/time';
import { networksOf } from './networks.ts';

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
  const held = new Map<string, number>();
  let free = slots;

  function add(names: readonly string[], change: 1 | -1): void {
    free -= change;
    for (const name of names) {
      const count = (held.get(name) ?? 0) + change;
      if (count === 0) held.delete(name);
      else held.set(name, count);
    }
  }

  return {
    take(address) {
      const names = networksOf(address).map(({ name }) => name);
      if (names.some((name) => (held.get(name) ?? 0) >= free)) return undefined;
      add(names, 1);
      let isHeld = true;
      return () => {
        if (isHeld) add(names, -1);
        isHeld = false;
      };
    },
  };
}
