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

/** A bar is made of at least so many spans of time. */
const BINS_PER_BAR = 64;
/** Where columns cover so much of the stroke on average, per cent, most of them hold whole strokes. */
const DENSE_SPAN = 45;

/** Whether most columns hold whole strokes: drawn by their range they would be a solid bar. */
export function areDense(columns: readonly HeatmapColumn[]): boolean {
  const spans = columns.filter(({ low, high }) => low < high).map(({ low, high }) => high - low);
  return spans.reduce((sum, span) => sum + span, 0) > DENSE_SPAN * spans.length;
}

/** Wide columns as percentiles of the spans of time in them: their usual range, and a speed that a quarter exceeds. */
export function heatmapBars(heatmap: Heatmap, count: number, durationMs: number): HeatmapColumn[] {
  const msPerBar = durationMs / count;
  const level = heatmapResolutionFor(heatmap, msPerBar / BINS_PER_BAR);
  if (level === undefined) return [];
  return Array.from({ length: count }, (_, bar) => {
    const first = Math.floor((bar * msPerBar) / level.binMs);
    const end = Math.max(first + 1, Math.floor(((bar + 1) * msPerBar) / level.binMs));
    const known = (values: Uint8Array) =>
      values.slice(first, end).filter((_, bin) => (level.low[first + bin] ?? 255) <= (level.high[first + bin] ?? 0));
    return {
      speed: percentile(level.speeds.slice(first, end), 0.75) ?? 0,
      low: percentile(known(level.low), 0.25) ?? 255,
      high: percentile(known(level.high), 0.75) ?? 0,
    };
  });
}

function percentile(values: Float32Array | Uint8Array, share: number): number | undefined {
  const sorted = values.toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The motion at a time, at the resolution of the data. */
export function heatmapColumnAt(heatmap: Heatmap, timeMs: number): HeatmapColumn {
  const [level] = heatmap.levels;
  const bin = Math.floor(timeMs / (level?.binMs ?? 1));
  return { speed: level?.speeds[bin] ?? 0, low: level?.low[bin] ?? 255, high: level?.high[bin] ?? 0 };
}
