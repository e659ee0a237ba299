import { HspPlayState, type HspState } from '@tactus/protocol';
import type { StreamClock } from '../track/stream-clock.ts';

/** The clock of a state that the device has just sent; the state was true at `atMs`. */
export function playerClockOf(
  { play_state, pause_on_starving, current_time, playback_rate }: HspState,
  atMs: number,
): StreamClock {
  const runs = play_state === HspPlayState.PLAYING || (play_state === HspPlayState.STARVING && !pause_on_starving);
  return { atMs, streamMs: current_time, rate: runs ? playback_rate : 0 };
}
