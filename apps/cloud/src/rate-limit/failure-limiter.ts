import type { Time } from '@tactus/time';
import { createNetworkCounter } from './network-counter.ts';

/** Limits the failures of one address. */
export interface FailureLimiter {
  /** How long an address has to wait before it may try, in ms; 0: not at all. */
  waitMs(address: string): number;
  /** Counts a failure. */
  fail(address: string): void;
  /** Number of counted networks. */
  size(): number;
}

const MINUTE_MS = 60_000;

/** Failures in a minute after which an address is refused for a minute. @internal */
export const FAILURES_PER_MINUTE = 20;

/** Returns a limiter that has counted no failure of any address. */
export function createFailureLimiter(time: Time): FailureLimiter {
  const options = { limit: FAILURES_PER_MINUTE, windowMs: MINUTE_MS, startsAnewAtBound: true, time };
  const { waitMs, count, size } = createNetworkCounter(options);
  return { waitMs, fail: count, size };
}
