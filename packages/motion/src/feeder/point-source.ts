import type { ScriptPoint } from '../scripts/script.ts';
import { firstIndexAtOrAfter, type ScriptColumns } from '../scripts/script-columns.ts';
import { countPointsUntil } from '../track/leg-stream.ts';

/** The points of a stream by their index, as far as known. */
export interface PointSource {
  /** How many points are known so far; `Infinity` for a loop. */
  readonly length: number;
  /** Whether no point will ever be appended. */
  readonly complete: boolean;
  /** Undefined outside 0..length - 1. */
  pointAt(index: number): ScriptPoint | undefined;
  /** How many points are not after a stream time. */
  countUntil(streamMs: number): number;
}

/** A script whose points are all known. */
export function recordedSource(points: readonly ScriptPoint[]): PointSource {
  return sourceOf(points, () => true);
}

/** A script in columns; each point is made when it is read. */
export function columnsSource(columns: ScriptColumns): PointSource {
  const { timesMs, positions } = columns;
  return {
    length: timesMs.length,
    complete: true,
    pointAt(index) {
      const [t, x] = [timesMs[index], positions[index]];
      return t === undefined || x === undefined ? undefined : { t, x };
    },
    // Times are whole.
    countUntil: (streamMs) => firstIndexAtOrAfter(columns, Math.floor(streamMs) + 1),
  };
}

/**
 * Points that appear over time. The list is the caller's: append to it (times rising), set `ended` when it is complete,
 * and send the feeder a 'points' event.
 */
export interface LivePoints {
  readonly points: readonly ScriptPoint[];
  readonly ended: boolean;
}

/** A source that follows a growing list. */
export function liveSource(live: LivePoints): PointSource {
  return sourceOf(live.points, () => live.ended);
}

function sourceOf(points: readonly ScriptPoint[], isComplete: () => boolean): PointSource {
  return {
    get length() {
      return points.length;
    },
    get complete() {
      return isComplete();
    },
    pointAt: (index) => points[index],
    countUntil: (streamMs) => countPointsUntil(points, streamMs),
  };
}

/** A script that is played again and again as one endless stream. */
export interface LoopedSource extends PointSource {
  /** The length of a lap, ms. */
  readonly lapMs: number;
  /** The time in the script at a time of the endless stream. */
  scriptMsAt(streamMs: number): number;
}

/** From the end of a script to a beginning elsewhere, in stream time: the slider goes there at its top speed. */
const JUMP_MS = 1;

/**
 * Wraps a script of at least two points: every lap has the script's points with times shifted by another lap. A lap
 * lasts from the first point to the last, as when a device loops its buffer. If both are at the same position they
 * become one point, and the seam cannot be felt; else the first follows the last by 1 ms. Copies nothing, however long
 * the script is. Throws a RangeError for fewer than two points or points that take no time.
 */
export function loopedSource(script: PointSource): LoopedSource {
  const first = script.pointAt(0);
  const last = script.pointAt(script.length - 1);
  if (!first || !last || last.t <= first.t) throw new RangeError('A loop needs two points of different times');
  const closed = first.x === last.x;
  const lapPoints = closed ? script.length - 1 : script.length;
  const lapMs = last.t - first.t + (closed ? 0 : JUMP_MS);
  const lapsBefore = (streamMs: number) => Math.max(0, Math.floor((streamMs - first.t) / lapMs));
  return {
    length: Infinity,
    complete: true,
    lapMs,
    pointAt(index) {
      const point = script.pointAt(index % lapPoints);
      return point && { t: point.t + Math.floor(index / lapPoints) * lapMs, x: point.x };
    },
    countUntil(streamMs) {
      const laps = lapsBefore(streamMs);
      return laps * lapPoints + Math.min(script.countUntil(streamMs - laps * lapMs), lapPoints);
    },
    scriptMsAt: (streamMs) => streamMs - lapsBefore(streamMs) * lapMs,
  };
}
