/** A seeded source of randomness: the same seed gives the same run. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A uniform whole number in [min, max], both included. */
  integer(min: number, max: number): number;
  /** Exponentially distributed with the given mean. */
  exponential(mean: number): number;
  /** Normally distributed with the given mean and standard deviation. */
  normal(mean: number, sigma: number): number;
  /** One item of a list that is not empty. Throws a RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
}

/** Wraps the platform's unpredictable source in the same interface, for runs that need not repeat. */
export function systemRandom(): Random {
  return new SystemRandom();
}

/** Derives all methods from a source of numbers in [0, 1). Classes, because a modelled device holds several of them. */
export abstract class FromSource implements Random {
  abstract next(): number;

  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  normal(mean: number, sigma: number): number {
    return mean + sigma * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('Cannot pick from an empty list');
    return item;
  }
}

class SystemRandom extends FromSource {
  readonly #buffer = new Uint32Array(1);

  next(): number {
    globalThis.crypto.getRandomValues(this.#buffer);
    return (this.#buffer[0] ?? 0) / 2 ** 32;
  }
}
