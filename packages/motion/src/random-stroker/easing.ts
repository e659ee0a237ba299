/** Longest time over which a session ends gently, ms. */
const GENTLE_END_MS = 30_000;
/** At most this part of a short session. */
const GENTLE_END_PART = 0.25;

/** The value of a straight ramp: from `rampMs` on exactly its end value. */
export function linearRampAt(ramp: {
  readonly from: number;
  readonly to: number;
  readonly elapsedMs: number;
  readonly rampMs: number;
}): number {
  if (ramp.elapsedMs >= ramp.rampMs) return ramp.to;
  return ramp.from + (ramp.to - ramp.from) * (Math.max(0, ramp.elapsedMs) / ramp.rampMs);
}

/**
 * The share 0..1 of the picked velocity in a session of a set length: 1, then falling over the last half minute (the
 * last quarter of a session under two minutes), 0 when the session is over.
 */
export function sessionEndFactor(elapsedMs: number, sessionMs: number): number {
  const endingMs = Math.min(GENTLE_END_MS, sessionMs * GENTLE_END_PART);
  const leftMs = sessionMs - elapsedMs;
  if (leftMs <= 0) return 0;
  return leftMs >= endingMs ? 1 : leftMs / endingMs;
}
