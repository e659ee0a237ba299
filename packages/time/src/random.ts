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

/**
 * Builds a `Random` from a whole-number seed (sfc32 seeded by splitmix32: small, fast, and good enough for
 * models and tests; never for secrets).
 */
export function createRandom(seed: number): Random {
  return fromSource(sfc32(seed));
}

/** Wraps the platform's unpredictable source in the same interface, for runs that need not repeat. */
export function systemRandom(): Random {
  const buffer = new Uint32Array(1);
  return fromSource(() => {
    globalThis.crypto.getRandomValues(buffer);
    return (buffer[0] ?? 0) / 2 ** 32;
  });
}

function fromSource(next: () => number): Random {
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    exponential: (mean) => -mean * Math.log(1 - next()),
    normal: (mean, sigma) => mean + sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('Cannot pick from an empty list');
      return item;
    },
  };
}

function sfc32(seed: number): () => number {
  let state = seed >>> 0;
  const scramble = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
  let a = scramble();
  let b = scramble();
  let c = scramble();
  let counter = 1;
  return () => {
    const sum = (((a + b) >>> 0) + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum / 2 ** 32;
  };
}
