import { type ScriptColumns, scriptPositionAt } from '@tactus/motion';
import type { Time } from '@tactus/time';

/** A script that plays in the drawing alone, in a loop. */
export interface DrawnScriptPlayer {
  /** The position of the script, a share 0..1; undefined without a script. */
  position01(): number | undefined;
  /** Its own time, ms. */
  timeMs(): number;
  durationMs(): number;
  playing(): boolean;
  load(script: ScriptColumns): void;
  play(): void;
  pause(): void;
  seek(timeMs: number): void;
}

/** Creates a player without a script. */
export function createDrawnScriptPlayer(time: Time): DrawnScriptPlayer {
  let script: ScriptColumns | undefined;
  let atMs = 0;
  let startedMs: number | undefined;
  const durationMs = () => script?.timesMs.at(-1) ?? 0;

  function timeMs(): number {
    if (startedMs === undefined) return atMs;
    const passedMs = atMs + time.monotonic() - startedMs;
    return durationMs() > 0 ? passedMs % durationMs() : 0;
  }

  function pause(): void {
    atMs = timeMs();
    startedMs = undefined;
  }

  return {
    position01: () => (script ? scriptPositionAt(script, timeMs()) / 100 : undefined),
    timeMs,
    durationMs,
    playing: () => startedMs !== undefined,
    load(next) {
      script = next;
      atMs = 0;
      startedMs = undefined;
    },
    play() {
      if (startedMs === undefined) startedMs = time.monotonic();
    },
    pause,
    seek(nextMs) {
      const wasPlaying = startedMs !== undefined;
      atMs = Math.min(durationMs(), Math.max(0, nextMs));
      startedMs = wasPlaying ? time.monotonic() : undefined;
    },
  };
}
