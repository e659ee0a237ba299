import type { ScriptPoint } from '../scripts/script.ts';
import { COLUMN_MS_BOUNDS, nearestLevel } from './beat.ts';

/** A script converted to a grid. */
export interface GriddedScript {
  readonly levels: readonly (number | undefined)[];
  readonly cellMs: number;
  /** Points without a column: after the grid's end, or between columns. */
  readonly leftOut: number;
}

/** A point belongs to a column that is nearer than this share of a column's time. */
const NEAR_SHARE = 0.35;

/**
 * Converts the beginning of a script to a grid: a column takes the commonest time between two points. The last column
 * is the last that fits into `mostColumns`. The point that closes the lap at the level of the first is the end.
 */
export function gridOfScript(
  points: readonly ScriptPoint[],
  { mostColumns, height }: { readonly mostColumns: number; readonly height: number },
): GriddedScript {
  const startMs = points[0]?.t ?? 0;
  const cellMs = usualGapMs(points);
  const last = points.at(-1);
  const spanColumns = Math.round(((last?.t ?? startMs) - startMs) / cellMs);
  const closes = points.length > 2 && last?.x === points[0]?.x && spanColumns <= mostColumns;
  const columns = Math.min(mostColumns, Math.max(2, closes ? spanColumns : spanColumns + 1));
  const levels: (number | undefined)[] = Array.from({ length: columns });
  let leftOut = 0;
  points.forEach(({ t, x }, index) => {
    const exact = (t - startMs) / cellMs;
    const column = Math.round(exact);
    if (closes && index === points.length - 1) return;
    if (column >= columns || Math.abs(exact - column) > NEAR_SHARE || levels[column] !== undefined) leftOut += 1;
    else levels[column] = nearestLevel(x, height);
  });
  return { levels, cellMs, leftOut };
}

/** The commonest time between points, in steps of 10 ms and averaged inside the step. */
function usualGapMs(points: readonly ScriptPoint[]): number {
  const gaps = new Map<number, { count: number; sumMs: number }>();
  for (let index = 1; index < points.length; index += 1) {
    const gapMs = (points[index]?.t ?? 0) - (points[index - 1]?.t ?? 0);
    const step = Math.round(gapMs / 10);
    const { count, sumMs } = gaps.get(step) ?? { count: 0, sumMs: 0 };
    gaps.set(step, { count: count + 1, sumMs: sumMs + gapMs });
  }
  const [usual = { count: 1, sumMs: COLUMN_MS_BOUNDS.max }] = [...gaps.values()].sort((a, b) => b.count - a.count);
  const meanMs = usual.sumMs / usual.count;
  return Math.min(Math.max(Math.round(meanMs), COLUMN_MS_BOUNDS.min), COLUMN_MS_BOUNDS.max);
}
