import { instantOf, type LoopedSource, type StreamClock, streamMsAt } from '@tactus/motion';

/** When the first lap begins that does so at an instant or after it. */
export function nextLapAtMs(looped: LoopedSource, clock: StreamClock, fromMs: number): number {
  const firstMs = looped.pointAt(0)?.t ?? 0;
  const laps = Math.max(1, Math.ceil((streamMsAt(clock, fromMs) - firstMs) / looped.lapMs));
  return instantOf(clock, firstMs + laps * looped.lapMs);
}
