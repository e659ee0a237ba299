import { FromSource, type Random } from './random.ts';

/**
 * Builds a `Random` from a whole-number seed (sfc32 seeded by splitmix32: small, fast, and good enough for
 * models and tests; never for secrets).
 */
export function createRandom(seed: number): Random {
  return new SeededRandom(seed);
}

class SeededRandom extends FromSource {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    super();
    let state = seed >>> 0;
    const scramble = () => {
      state = (state + 0x9e3779b9) >>> 0;
      let word = state;
      word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      return (word ^ (word >>> 15)) >>> 0;
    };
    this.#a = scramble() | 0;
    this.#b = scramble() | 0;
    this.#c = scramble() | 0;
  }

  /** The numbers of sfc32, stored as signed integers of 32 bits. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
}
