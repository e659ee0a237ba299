import type { Time } from './time.ts';

/**
 * Starts a stopwatch: returns the milliseconds since then by the clock that went further. So a sleep of the machine counts, which
 * the monotonic clock of some systems leaves out, and a wall clock that is set back hides no time.
 */
export function startStopwatch({ now, monotonic }: Pick<Time, 'now' | 'monotonic'>): () => number {
  const [nowMs, monotonicMs] = [now(), monotonic()];
  return () => Math.max(now() - nowMs, monotonic() - monotonicMs);
}
