import type { ScriptPoint } from '../scripts/script.ts';
import type { BeatShape } from './beat.ts';

/** A beat played through once, in a row of laps. A change of its tempo takes effect in its middle. */
export interface BeatLap {
  /** When the lap begins, ms of the stream; not rounded, so that a thousand laps do not drift. */
  readonly startMs: number;
  readonly beat: BeatShape;
  /** The time of a column, ms, up to the middle of the lap and after it. */
  readonly cellMs: number;
  readonly laterCellMs: number;
}

/** When a column of a lap is due, ms of the stream; the column after the last is the end of the lap. Columns have fractions. */
export function columnDueMs({ startMs, beat, cellMs, laterCellMs }: BeatLap, column: number): number {
  const half = beat.levels.length / 2;
  return startMs + Math.min(column, half) * cellMs + Math.max(0, column - half) * laterCellMs;
}

/** The middle of a lap, ms of the stream. */
export const lapMiddleMs = (lap: BeatLap): number => columnDueMs(lap, lap.beat.levels.length / 2);

/** The end of a lap, ms of the stream: where the next one begins. */
export const lapEndMs = (lap: BeatLap): number => columnDueMs(lap, lap.beat.levels.length);

/** The lap that is played at a time of the stream; the first before all, undefined after all. */
export function lapAt<Lap extends BeatLap>(laps: readonly Lap[], streamMs: number): Lap | undefined {
  return laps.find((lap) => streamMs < lapEndMs(lap));
}

/** The column, with a fraction, at a time of the stream. */
export function columnAt(lap: BeatLap, streamMs: number): number {
  const halfMs = lapMiddleMs(lap);
  const half = lap.beat.levels.length / 2;
  if (streamMs < halfMs) return Math.max(0, (streamMs - lap.startMs) / lap.cellMs);
  return Math.min(lap.beat.levels.length, half + (streamMs - halfMs) / lap.laterCellMs);
}

/** A moment at which a point may stand. */
interface Slot {
  readonly t: number;
  readonly x: number | undefined;
  readonly glides: boolean;
}

/**
 * The points of consecutive laps, ms of the stream, times strictly rising: one continuous movement, with neither a gap
 * nor a double point where laps meet. Laps without cells have no points of their own.
 */
export function pointsOfLaps(laps: readonly BeatLap[]): ScriptPoint[] {
  const slots = slotsOf(laps);
  const points: ScriptPoint[] = [];
  let from: number | undefined;
  slots.forEach(({ t, x }, index) => {
    if (x === undefined) return;
    if (from === undefined && index > 0) points.push({ t: slots[0]?.t ?? 0, x });
    if (from !== undefined) points.push(...between(slots, from, index));
    points.push({ t, x });
    from = index;
  });
  return points;
}

function slotsOf(laps: readonly BeatLap[]): Slot[] {
  const slots: Slot[] = [];
  for (const lap of laps) {
    const { levels, fillPoints, addEndPoint } = lap.beat;
    levels.forEach((x, column) => {
      const t = Math.round(columnDueMs(lap, column));
      const last = slots.at(-1);
      // The end of the lap before is at the same time: one point for both.
      if (last?.t === t) {
        if (x === undefined) return;
        slots.pop();
      }
      slots.push({ t, x, glides: fillPoints });
    });
    const first = levels.find((x) => x !== undefined);
    if (addEndPoint && first !== undefined) slots.push({ t: Math.round(lapEndMs(lap)), x: first, glides: fillPoints });
  }
  return slots;
}

/** The points in the empty columns between two cells. */
function between(slots: readonly Slot[], fromIndex: number, toIndex: number): ScriptPoint[] {
  const [from, to] = [slots[fromIndex], slots[toIndex]];
  const lastEmpty = slots[toIndex - 1];
  if (from?.x === undefined || to?.x === undefined || !lastEmpty || toIndex - fromIndex < 2) return [];
  const { t: startMs, x: start } = from;
  if (!from.glides) return [{ t: lastEmpty.t, x: start }];
  const percentPerMs = (to.x - start) / (to.t - startMs);
  return slots
    .slice(fromIndex + 1, toIndex)
    .map(({ t }) => ({ t, x: Math.round(start + percentPerMs * (t - startMs)) }));
}

/** The points of one lap of a beat that is looped, from 0; the end point, where it has one, is the last of them. */
export function pointsOfBeat(beat: BeatShape, cellMs: number): ScriptPoint[] {
  const lapMs = beat.levels.length * cellMs;
  const laps = [0, 1, 2].map((lap) => ({ startMs: lap * lapMs, beat, cellMs, laterCellMs: cellMs }));
  const [fromMs, toMs] = [Math.round(lapMs), Math.round(2 * lapMs)];
  return pointsOfLaps(laps)
    .filter(({ t }) => t >= fromMs && (beat.addEndPoint ? t <= toMs : t < toMs))
    .map(({ t, x }) => ({ t: t - fromMs, x }));
}

/** The movement from one point of a looped beat to the next. */
export interface BeatLeg {
  readonly fromMs: number;
  readonly toMs: number;
  readonly from: number;
  readonly to: number;
  /** Percent of the stroke a second. */
  readonly speed: number;
}

/** The legs of one lap of a looped beat; the last one leads over the seam if the lap has no end point. */
export function legsOfBeat(beat: BeatShape, cellMs: number): BeatLeg[] {
  const points = pointsOfBeat(beat, cellMs);
  const first = points[0];
  if (!first) return [];
  const lapMs = Math.round(beat.levels.length * cellMs);
  const closed = points.at(-1)?.t === lapMs ? points : [...points, { t: first.t + lapMs, x: first.x }];
  return closed.slice(1).map(({ t, x }, index) => {
    const before = closed[index] ?? first;
    const spanMs = t - before.t;
    return { fromMs: before.t, toMs: t, from: before.x, to: x, speed: (Math.abs(x - before.x) / spanMs) * 1_000 };
  });
}
