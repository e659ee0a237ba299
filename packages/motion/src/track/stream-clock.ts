import { requirePositive } from '../limits.ts';

/**
 * How the time of a stream runs: at `atMs` (any steady clock, e.g. ms since the epoch) the stream stands at `streamMs`,
 * and it goes on at `rate` stream milliseconds a millisecond. A rate of 0 is a clock that is paused.
 */
export interface StreamClock {
  readonly atMs: number;
  readonly streamMs: number;
  readonly rate: number;
}

/** Where the stream stands at an instant. */
export function streamMsAt({ atMs, streamMs, rate }: StreamClock, instantMs: number): number {
  return streamMs + (instantMs - atMs) * rate;
}

/** The instant at which the stream stands at a time; `Infinity` while the clock is paused and has not reached it. */
export function instantOf({ atMs, streamMs, rate }: StreamClock, timeMs: number): number {
  if (rate > 0) return atMs + (timeMs - streamMs) / rate;
  return timeMs <= streamMs ? atMs : Infinity;
}

/** The same clock going on at another rate from an instant on (0 pauses it). Throws a RangeError below 0. */
export function withRate(clock: StreamClock, instantMs: number, rate: number): StreamClock {
  if (rate !== 0) requirePositive('rate', rate);
  return { atMs: instantMs, streamMs: streamMsAt(clock, instantMs), rate };
}

/**
 * A clock corrected towards what it should show at an instant: `filter` 1 jumps there, 0.5 goes half the way
 * (api-v3.md 5.2, decisions.md 19).
 */
export function synchronised(clock: StreamClock, instantMs: number, shouldBeMs: number, filter: number): StreamClock {
  const streamMs = streamMsAt(clock, instantMs);
  return { ...clock, atMs: instantMs, streamMs: streamMs + filter * (shouldBeMs - streamMs) };
}
