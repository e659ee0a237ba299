/** Stores the newest `capacity` items, numbered from 1 in the order they came. */
export interface RingBuffer<T> {
  push(item: T): void;
  /** Counts an item without storing it. Only before the first `push`. */
  pass(): void;
  /** The number of the newest item; 0 while there is none. */
  newest(): number;
  /** The items after a number, oldest first; undefined when one of them was dropped or the number lies in the future. */
  after(sequence: number): readonly T[] | undefined;
}

/** An empty buffer for `capacity` items. */
export function createRingBuffer<T>(capacity: number): RingBuffer<T> {
  return new GrowingRing(capacity);
}

/** A class, because every device has one. It uses memory only for the items that it holds. */
class GrowingRing<T> implements RingBuffer<T> {
  readonly #capacity: number;
  readonly #items: T[] = [];
  #newest = 0;
  #passed = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(item: T): void {
    this.#items[this.#placeOf(this.#newest)] = item;
    this.#newest += 1;
  }

  pass(): void {
    this.#newest += 1;
    this.#passed += 1;
  }

  newest(): number {
    return this.#newest;
  }

  after(sequence: number): readonly T[] | undefined {
    if (sequence > this.#newest || this.#newest - sequence > this.#items.length) return undefined;
    const found: T[] = [];
    for (let number = sequence; number < this.#newest; number++) {
      const item = this.#items[this.#placeOf(number)];
      if (item !== undefined) found.push(item);
    }
    return found;
  }

  #placeOf(number: number): number {
    return (number - this.#passed) % this.#capacity;
  }
}
