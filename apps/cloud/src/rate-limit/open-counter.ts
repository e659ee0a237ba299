import type { Undo } from '@tactus/time';
import { networksOf } from './networks.ts';

/** Counts what addresses have open at a time, for each network that an address belongs to. */
export interface OpenCounter {
  /** Counts one more for an address, and returns the function that releases it; undefined where one of its networks has no room. */
  take(address: string): Undo | undefined;
  /** How many are open. */
  size(): number;
}

/** Returns a counter that grants `limit` to one address at a time, and to a wider network the multiple that its share states. */
export function createOpenCounter(limit: number): OpenCounter {
  const counts = new Map<string, number>();
  let open = 0;

  function add(names: readonly string[], change: 1 | -1): void {
    open += change;
    for (const name of names) {
      const count = (counts.get(name) ?? 0) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    }
  }

  return {
    size: () => open,
    take(address) {
      const networks = networksOf(address);
      if (networks.some(({ name, share }) => (counts.get(name) ?? 0) >= limit * share)) return undefined;
      const names = networks.map(({ name }) => name);
      add(names, 1);
      let isHeld = true;
      return () => {
        if (isHeld) add(names, -1);
        isHeld = false;
      };
    },
  };
}
