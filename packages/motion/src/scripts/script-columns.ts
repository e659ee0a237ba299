import type { ScriptPoint } from './script.ts';

/**
 * The points of a script as two columns, which a worker can transfer without copying: times in whole ms, strictly
 * rising, and positions in whole percent of the stroke. Both are of the same length.
 */
export interface ScriptColumns {
  readonly timesMs: Uint32Array<ArrayBuffer>;
  readonly positions: Uint8Array<ArrayBuffer>;
}

/** The columns of points that are in order already. */
export function pointsToColumns(points: readonly ScriptPoint[]): ScriptColumns {
  const timesMs = new Uint32Array(points.length);
  const positions = new Uint8Array(points.length);
  points.forEach(({ t, x }, index) => {
    timesMs[index] = t;
    positions[index] = x;
  });
  return { timesMs, positions };
}

/** Points of columns, from one index to before another; all of them by default. */
export function columnsToPoints({ timesMs, positions }: ScriptColumns, from = 0, to = timesMs.length): ScriptPoint[] {
  const points: ScriptPoint[] = [];
  for (let index = from; index < Math.min(to, timesMs.length); index++)
    points.push({ t: timesMs[index] ?? 0, x: positions[index] ?? 0 });
  return points;
}

/** The index of the first point at or after a time, ms; the number of points when there is none. */
export function firstIndexAtOrAfter({ timesMs }: ScriptColumns, timeMs: number): number {
  let low = 0;
  let high = timesMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timesMs[middle] ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
