import { instantOf, type LoopedSource, type StreamClock, streamMsAt } from '@tactus/motion';
import { HspPlayState, type HspState } from '@tactus/protocol';

/** When the first lap begins that does so at an instant or after it. */
export function nextLapAtMs(looped: LoopedSource, clock: StreamClock, fromMs: number): number {
  const firstMs = looped.pointAt(0)?.t ?? 0;
  const laps = Math.max(1, Math.ceil((streamMsAt(clock, fromMs) - firstMs) / looped.lapMs));
  return instantOf(clock, firstMs + laps * looped.lapMs);
}

/** The clock of a state that the device has just sent. */
export function clockOf(
  { play_state, pause_on_starving, current_time, playback_rate }: HspState,
  atMs: number,
): StreamClock {
  const runs = play_state === HspPlayState.PLAYING || (play_state === HspPlayState.STARVING && !pause_on_starving);
  return { atMs, streamMs: current_time, rate: runs ? playback_rate : 0 };
}
