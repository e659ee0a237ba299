import { networksOf } from '../rate-limit/networks.ts';

/** A queue of addresses: networks take turns, and within a network its parts. */
export interface NetworkQueue<T> {
  /** Number of waiting items. */
  readonly length: number;
  /** Adds an item to the queue of an address. */
  push(address: string, item: T): void;
  /** Removes and returns the next item; undefined where none waits. */
  shift(): T | undefined;
}

interface Line<T> {
  /** The queues of the networks within, the next one first. */
  readonly within: Map<string, Line<T>>;
  readonly items: T[];
}

const emptyLine = <T>(): Line<T> => ({ within: new Map(), items: [] });

/** Returns an empty queue in which networks take turns. */
export function createNetworkQueue<T>(): NetworkQueue<T> {
  const all = emptyLine<T>();
  let length = 0;

  function shiftFrom(line: Line<T>): T | undefined {
    const [next] = line.within;
    if (!next) return line.items.shift();
    const [name, within] = next;
    const item = shiftFrom(within);
    // Its next turn comes after those of all others.
    line.within.delete(name);
    if (within.within.size + within.items.length > 0) line.within.set(name, within);
    return item;
  }

  return {
    get length() {
      return length;
    },
    push(address, item) {
      let line = all;
      // The widest network first: the holder of a whole /48 has one queue, however many addresses it uses.
      for (const { name } of networksOf(address).toReversed()) {
        const within = line.within.get(name) ?? emptyLine<T>();
        line.within.set(name, within);
        line = within;
      }
      line.items.push(item);
      length += 1;
    },
    shift() {
      if (length === 0) return undefined;
      length -= 1;
      return shiftFrom(all);
    },
  };
}
