import type { ScriptPoint } from '../scripts/script.ts';
import { lapLengthMs } from './laps.ts';

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

/**
 * Corrects a clock towards its target at an instant: `filter` 1 jumps there, 0.5 goes half of the distance. Where points
 * are looped, the target is a time of any lap, and the clock goes the shorter way. Before its start only the start moves.
 */
export function correctStreamClock(
  clock: StreamClock,
  instantMs: number,
  shouldBeMs: number,
  filter: number,
  looped: readonly ScriptPoint[] = [],
): StreamClock {
  const [firstMs, lapMs] = [looped[0]?.t ?? 0, lapLengthMs(looped)];
  const fromMs = streamMsAt(clock, instantMs);
  const streamMs = fromMs + filter * differenceInLap(shouldBeMs - fromMs, lapMs);
  if (instantMs < clock.atMs && streamMs < clock.streamMs && clock.rate > 0)
    return { ...clock, atMs: instantMs + (clock.streamMs - streamMs) / clock.rate };
  const isInLapBefore = fromMs >= firstMs && streamMs < firstMs;
  return { ...clock, atMs: instantMs, streamMs: isInLapBefore ? streamMs + lapMs : streamMs };
}

/** The same difference of two times of a loop, less whole laps: at most half a lap. Without a loop (0) it stays. */
export const differenceInLap = (differenceMs: number, lapMs: number): number =>
  lapMs > 0 ? differenceMs - Math.round(differenceMs / lapMs) * lapMs : differenceMs;
