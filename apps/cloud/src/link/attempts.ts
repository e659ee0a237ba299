import type { Time } from '@tactus/time';
import { networkOf } from '../rate-limit/key-guesses.ts';

/** Limits how often one address may be wrong (decisions.md 69). */
export interface Attempts {
  /** How long an address has to wait before it may try, in ms; 0: it may. */
  waitMs(address: string): number;
  /** Counts a failure. */
  fail(address: string): void;
  /** How many addresses are remembered. */
  size(): number;
}

interface Failures {
  count: number;
  /** When this is forgotten: a minute after the first failure, or after the one that was too many. */
  untilMs: number;
}

const MINUTE_MS = 60_000;

/** Failures in a minute after which an address is refused for a minute. @internal */
export const FAILURES_PER_MINUTE = 20;

export function createAttempts(time: Time): Attempts {
  const failures = new Map<string, Failures>();
  let sweptAtMs = time.monotonic();

  function find(network: string): Failures | undefined {
    const found = failures.get(network);
    if (!found || time.monotonic() < found.untilMs) return found;
    failures.delete(network);
    return undefined;
  }

  function sweep(): void {
    if (time.monotonic() - sweptAtMs < MINUTE_MS) return;
    sweptAtMs = time.monotonic();
    for (const network of failures.keys()) find(network);
  }

  return {
    size: () => failures.size,
    waitMs(address) {
      const found = find(networkOf(address));
      return found && found.count >= FAILURES_PER_MINUTE ? found.untilMs - time.monotonic() : 0;
    },
    fail(address) {
      sweep();
      const network = networkOf(address);
      const found = find(network) ?? { count: 0, untilMs: time.monotonic() + MINUTE_MS };
      found.count += 1;
      if (found.count === FAILURES_PER_MINUTE) found.untilMs = time.monotonic() + MINUTE_MS;
      failures.set(network, found);
    },
  };
}
