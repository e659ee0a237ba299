import { type Heatmap, heatmapResolutionFor } from '@tactus/motion';

/** A script's motion in one column of pixels. */
export interface HeatmapColumn {
  /** Mean speed, percent of the stroke a second; the fastest bin counts. */
  readonly speed: number;
  /** The range of positions, per cent; `low` is above `high` where nothing is known. */
  readonly low: number;
  readonly high: number;
}

/** The columns of a picture `width` pixels wide that shows 0 to `durationMs`. */
export function heatmapColumns(heatmap: Heatmap, width: number, durationMs: number): HeatmapColumn[] {
  const msPerColumn = durationMs / width;
  const level = heatmapResolutionFor(heatmap, msPerColumn);
  const columns: HeatmapColumn[] = [];
  if (level === undefined) return columns;
  for (let column = 0; column < width; column++) {
    const first = Math.floor((column * msPerColumn) / level.binMs);
    const end = Math.max(first + 1, Math.floor(((column + 1) * msPerColumn) / level.binMs));
    let [speed, low, high] = [0, 255, 0];
    for (let bin = first; bin < end; bin++) {
      speed = Math.max(speed, level.speeds[bin] ?? 0);
      low = Math.min(low, level.low[bin] ?? 255);
      high = Math.max(high, level.high[bin] ?? 0);
    }
    columns.push({ speed, low, high });
  }
  return columns;
}

/** The motion at a time, at the resolution of the data. */
export function heatmapColumnAt(heatmap: Heatmap, timeMs: number): HeatmapColumn {
  const [level] = heatmap.levels;
  const bin = Math.floor(timeMs / (level?.binMs ?? 1));
  return { speed: level?.speeds[bin] ?? 0, low: level?.low[bin] ?? 255, high: level?.high[bin] ?? 0 };
}
