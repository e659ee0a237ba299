/**
 * The clock of a stream: at `atMs` (any steady clock, e.g. ms since the epoch) the stream is at `streamMs`, and it goes
 * on at `rate` stream milliseconds a millisecond. A rate of 0 is a paused clock.
 */
export interface StreamClock {
  readonly atMs: number;
  readonly streamMs: number;
  readonly rate: number;
}

/** The stream time at an instant. */
export function streamMsAt({ atMs, streamMs, rate }: StreamClock, instantMs: number): number {
  return streamMs + (instantMs - atMs) * rate;
}

/** The instant of a stream time; `Infinity` while the clock is paused and has not reached it. */
export function instantOfStreamTime({ atMs, streamMs, rate }: StreamClock, timeMs: number): number {
  if (rate > 0) return atMs + (timeMs - streamMs) / rate;
  return timeMs <= streamMs ? atMs : Infinity;
}

/** Corrects a clock towards its target at an instant: `filter` 1 jumps there, 0.5 goes half of the distance. */
export function correctStreamClock(
  clock: StreamClock,
  instantMs: number,
  shouldBeMs: number,
  filter: number,
): StreamClock {
  const streamMs = streamMsAt(clock, instantMs);
  return { ...clock, atMs: instantMs, streamMs: streamMs + filter * (shouldBeMs - streamMs) };
}
