import {
  differenceInLap,
  instantOfStreamTime,
  type LoopedSource,
  type PointSource,
  type StreamClock,
  streamMsAt,
} from '@tactus/motion';
import type { HspState } from '@tactus/protocol';
import type { Undo } from '@tactus/time';

/** The content of a playback: played once or, where all of it is known, as an endless loop. */
export interface PlaybackContent {
  readonly once: PointSource;
  readonly looped: LoopedSource | undefined;
  /** Called when the content has grown or ended, until undone. */
  onChange(listener: () => void): Undo;
}

/** The start of the first lap at or after an instant. */
export function nextLapAtMs(looped: LoopedSource, clock: StreamClock, fromMs: number): number {
  const firstMs = looped.pointAt(0)?.t ?? 0;
  const laps = Math.max(1, Math.ceil((streamMsAt(clock, fromMs) - firstMs) / looped.lapMs));
  return instantOfStreamTime(clock, firstMs + laps * looped.lapMs);
}

/** The time of the endless stream nearest to another that has this time of the script, or of a film of several laps. */
export const nearestStreamMs = ({ lapMs }: LoopedSource, scriptMs: number, streamMs: number): number =>
  Math.round(streamMs + differenceInLap(scriptMs - streamMs, lapMs));

/** The state of an endless stream in times of the script: of the present lap, beyond which the buffer reaches. */
export function inScriptTime(looped: LoopedSource, state: HspState): HspState {
  const lapsMs = state.current_time - looped.scriptMsAt(state.current_time);
  return {
    ...state,
    loop: true,
    current_time: Math.round(state.current_time - lapsMs),
    first_point_time: Math.max(looped.pointAt(0)?.t ?? 0, state.first_point_time - lapsMs),
    last_point_time: state.last_point_time - lapsMs,
  };
}
