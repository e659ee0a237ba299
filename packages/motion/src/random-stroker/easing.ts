/** Longest time over which a session ends gently, ms. */
const GENTLE_END_MS = 30_000;
/** And no more than this part of a short session. */
const GENTLE_END_PART = 0.25;

/** Where a ramp from one value to another is: straight, and from `rampMs` on exactly at its end. */
export function rampAt(ramp: {
  readonly from: number;
  readonly to: number;
  readonly elapsedMs: number;
  readonly rampMs: number;
}): number {
  if (ramp.elapsedMs >= ramp.rampMs) return ramp.to;
  return ramp.from + (ramp.to - ramp.from) * (Math.max(0, ramp.elapsedMs) / ramp.rampMs);
}

/**
 * How much of the picked velocity a session of a set length leaves, a share 0..1: all of it, then less and less over its
 * last half minute (the last quarter of a session under two minutes), 0 when it is over.
 */
export function sessionShare(elapsedMs: number, sessionMs: number): number {
  const endingMs = Math.min(GENTLE_END_MS, sessionMs * GENTLE_END_PART);
  const leftMs = sessionMs - elapsedMs;
  if (leftMs <= 0) return 0;
  return leftMs >= endingMs ? 1 : leftMs / endingMs;
}
