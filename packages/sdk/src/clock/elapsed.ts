import type { Time } from '@tactus/time';

/**
 * Measures from now on, in ms, sleep of the machine included: a monotonic clock may not count that, and a wall clock may be set, so the larger
 * difference counts.
 */
export function measureElapsed(time: Pick<Time, 'monotonic' | 'now'>): () => number {
  const [startMs, startWallMs] = [time.monotonic(), time.now()];
  return () => Math.max(time.monotonic() - startMs, time.now() - startWallMs);
}
