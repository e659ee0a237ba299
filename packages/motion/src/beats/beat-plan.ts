import type { BeatShape } from './beat.ts';
import { type BeatLap, columnDueMs, lapEndMs, lapMiddleMs } from './beat-laps.ts';

/** The content of a lap, without its times. */
export type LapContent<Lap extends BeatLap> = Omit<Lap, 'startMs'>;

/** Appends laps until the plan reaches a time of the stream. `next` returns what follows a lap, and the first lap. */
export function extendLapPlan<Lap extends BeatLap>(
  laps: readonly Lap[],
  untilMs: number,
  next: (before: Lap | undefined) => LapContent<Lap>,
): Lap[] {
  const planned = [...laps];
  for (;;) {
    const last = planned.at(-1);
    const startMs = last ? lapEndMs(last) : 0;
    if (last && startMs >= untilMs) return planned;
    // The content of a lap and its start are the lap.
    planned.push({ ...next(last), startMs } as Lap);
  }
}

/**
 * Changes the tempo: the new one counts from the middle of the first lap whose middle is after `fromMs`, or, with
 * `atHalf` false, from the first lap that begins after it. Later laps are dropped and planned again.
 */
export function lapPlanWithTempo<Lap extends BeatLap>(
  laps: readonly Lap[],
  { fromMs, cellMs, atHalf }: { readonly fromMs: number; readonly cellMs: number; readonly atHalf: boolean },
): Lap[] {
  const isDue = atHalf ? (lap: Lap) => lapMiddleMs(lap) >= fromMs : (lap: Lap) => lap.startMs >= fromMs;
  const index = laps.findIndex(isDue);
  const lap = laps[index];
  if (!lap) return [...laps];
  // The planned content of a lap that has not begun may come from a change that this one replaces.
  const before = lap.startMs < fromMs ? undefined : laps[index - 1];
  const sofar = before?.laterCellMs ?? lap.cellMs;
  return [...laps.slice(0, index), { ...lap, cellMs: atHalf ? sofar : cellMs, laterCellMs: cellMs }];
}

/** The plan with another beat from a time on: columns that are due before it stay as they were. What follows is dropped. */
export function lapPlanWithBeat<Lap extends BeatLap>(
  laps: readonly Lap[],
  { fromMs, beat }: { readonly fromMs: number; readonly beat: BeatShape },
): Lap[] {
  const index = laps.findIndex((lap) => lapEndMs(lap) > fromMs);
  const lap = laps[index];
  if (!lap) return [...laps];
  const before = laps.slice(0, index);
  // A grid of another size begins with the next lap.
  if (lap.beat.levels.length !== beat.levels.length) return [...before, lap];
  const levels = beat.levels.map((level, column) =>
    columnDueMs(lap, column) < fromMs ? lap.beat.levels[column] : level,
  );
  return [...before, { ...lap, beat: { ...beat, levels } }];
}
