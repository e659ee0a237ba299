/** Remembers the newest `capacity` items, numbered from 1 in the order they came. */
export interface Ring<T> {
  push(item: T): void;
  /** The number of the newest item; 0 while there is none. */
  newest(): number;
  /** The items after a number, oldest first; undefined when one of them is forgotten or the number is not known yet. */
  after(sequence: number): readonly T[] | undefined;
}

export function createRing<T>(capacity: number): Ring<T> {
  const items: T[] = [];
  let newest = 0;
  return {
    push(item) {
      items[newest % capacity] = item;
      newest += 1;
    },
    newest: () => newest,
    after(sequence) {
      if (sequence > newest || newest - sequence > items.length) return undefined;
      const found: T[] = [];
      for (let number = sequence; number < newest; number++) {
        const item = items[number % capacity];
        if (item !== undefined) found.push(item);
      }
      return found;
    },
  };
}
