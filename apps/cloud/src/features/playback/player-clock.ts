import { instantOfStreamTime, type LoopedSource, type StreamClock, streamMsAt } from '@tactus/motion';

/** The start of the first lap at or after an instant. */
export function nextLapAtMs(looped: LoopedSource, clock: StreamClock, fromMs: number): number {
  const firstMs = looped.pointAt(0)?.t ?? 0;
  const laps = Math.max(1, Math.ceil((streamMsAt(clock, fromMs) - firstMs) / looped.lapMs));
  return instantOfStreamTime(clock, firstMs + laps * looped.lapMs);
}
