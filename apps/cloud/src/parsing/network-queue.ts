import { networksOf } from '../rate-limit/networks.ts';

/** Waits in line for addresses: networks take turns, and within a network the networks that are parts of it. */
export interface NetworkQueue<T> {
  /** How many wait. */
  readonly length: number;
  /** Puts something at the end of the line of an address. */
  push(address: string, item: T): void;
  /** Takes out what is first in the line whose turn it is; undefined where nothing waits. */
  shift(): T | undefined;
}

interface Line<T> {
  /** The lines of the networks within, the one whose turn comes next first. */
  readonly within: Map<string, Line<T>>;
  readonly items: T[];
}

const emptyLine = <T>(): Line<T> => ({ within: new Map(), items: [] });

/** Builds one in which nobody waits. */
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
      // The widest network first: who has a whole /48 waits in one line of it, however many addresses they use.
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
