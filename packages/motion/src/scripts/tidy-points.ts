import { type Script, ScriptError, type ScriptPoint, type ScriptRepair } from './script.ts';

/** The largest time on the wire: `start_time` is a signed 32-bit number of milliseconds. */
const LAST_TIME_MS = 2 ** 31 - 1;

/** Counts of changes, in the order in which they were first made. */
export type ScriptRepairCounts = Map<ScriptRepair, number>;

/** Adds a change of one more point (or several). */
export function countRepair(counts: ScriptRepairCounts, change: ScriptRepair, points = 1): void {
  if (points > 0) counts.set(change, (counts.get(change) ?? 0) + points);
}

/**
 * Makes a script of raw points: whole numbers, positions inside 0..100, sorted by time, one point for a time (the last
 * one wins). Times that cannot be played (negative, not finite, beyond 24 days) are dropped. Points already in order are
 * returned unchanged. Throws a `ScriptError` 'too-few-points' when fewer than two remain.
 */
export function tidyPoints(raw: readonly ScriptPoint[], counts: ScriptRepairCounts): Script {
  const points = isTidy(raw) ? raw : tidied(raw, counts);
  if (points.length < 2) throw new ScriptError('too-few-points');
  return { points, notes: [...counts].map(([change, touched]) => ({ change, points: touched })) };
}

function isTidy(raw: readonly ScriptPoint[]): boolean {
  let lastMs = -1;
  for (const { t, x } of raw) {
    if (!(t > lastMs && t <= LAST_TIME_MS && x >= 0 && x <= 100)) return false;
    if (!(Number.isInteger(t) && Number.isInteger(x)) || Object.is(t, -0) || Object.is(x, -0)) return false;
    lastMs = t;
  }
  return true;
}

function tidied(raw: readonly ScriptPoint[], counts: ScriptRepairCounts): ScriptPoint[] {
  const points: ScriptPoint[] = [];
  let lastMs = -1;
  let outOfOrder = 0;
  for (const { t, x } of raw) {
    const point = { t: Math.round(t) + 0, x: Math.min(Math.max(Math.round(x), 0), 100) + 0 };
    if (!(point.t >= 0 && point.t <= LAST_TIME_MS) || Number.isNaN(x)) {
      countRepair(counts, 'dropped');
      continue;
    }
    if (point.t !== t || (point.x !== x && x >= 0 && x <= 100)) countRepair(counts, 'rounded');
    if (x < 0 || x > 100) countRepair(counts, 'clamped');
    if (point.t < lastMs) outOfOrder += 1;
    else lastMs = point.t;
    points.push(point);
  }
  countRepair(counts, 'sorted', outOfOrder);
  if (outOfOrder > 0) points.sort((a, b) => a.t - b.t);
  const unique = points.filter((point, index) => point.t !== points[index + 1]?.t);
  countRepair(counts, 'repeated', points.length - unique.length);
  return unique;
}
