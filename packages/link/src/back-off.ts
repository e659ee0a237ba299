import type { Random } from '@tactus/time';

/** How long to wait before the next try: longer after every failure, and with a random part, so that clients spread out. */
export interface ReconnectBackOff {
  /** The wait after one more failure, in ms; at least `atLeastMs`. */
  next(atLeastMs: number): number;
  /** A try succeeded: the next failure counts as the first again. */
  reset(): void;
}

const FIRST_MS = 250;
const LONGEST_MS = 15_000;

/** Returns a back-off that has counted no failure; waits are in ms. */
export function createReconnectBackOff(random: Random): ReconnectBackOff {
  let failures = 0;
  return {
    next(atLeastMs) {
      const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
      failures += 1;
      return atLeastMs + longest * (0.5 + random.next() / 2);
    },
    reset() {
      failures = 0;
    },
  };
}
