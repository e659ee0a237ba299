import type { ScriptColumns } from '../scripts/script-columns.ts';

/** A time in which a script does not move, ms. */
export interface ScriptGap {
  readonly startMs: number;
  readonly endMs: number;
}

/** A rest shorter than this is part of the script, not a gap. */
export const SHORTEST_GAP_MS = 5_000;

/**
 * The gaps of a script from 0 to `endMs`, in order: before its first movement, between movements, and after the last
 * one. `endMs` is the length of the medium with which it plays, or the time of its last point.
 */
export function gapsOfScript(
  { timesMs, positions }: ScriptColumns,
  endMs: number = timesMs[timesMs.length - 1] ?? 0,
  shortestMs: number = SHORTEST_GAP_MS,
): ScriptGap[] {
  const gaps: ScriptGap[] = [];
  let restFromMs = 0;
  const note = (until: number) => {
    if (until - restFromMs >= shortestMs) gaps.push({ startMs: restFromMs, endMs: until });
  };
  for (let index = 1; index < timesMs.length; index++) {
    if (positions[index] === positions[index - 1]) continue;
    note(timesMs[index - 1] ?? 0);
    restFromMs = timesMs[index] ?? 0;
  }
  note(endMs);
  return gaps;
}

/** The end of the gap at a time; undefined where the script moves or is about to end. */
export function gapEndAt(gaps: readonly ScriptGap[], timeMs: number): number | undefined {
  return gaps.find((gap) => timeMs >= gap.startMs && timeMs < gap.endMs)?.endMs;
}
