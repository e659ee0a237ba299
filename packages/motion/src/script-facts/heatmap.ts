import type { ScriptColumns } from '../scripts/script-columns.ts';
import { lastMovementMs } from './last-movement.ts';

/** One resolution of a heatmap: the script's movement in each of equal spans of time. */
export interface HeatmapResolution {
  readonly binMs: number;
  /** Mean speed in percent of the stroke a second, rests included. */
  readonly speeds: Float32Array<ArrayBuffer>;
  /** The span of used positions, percent. Without data `low` is above `high`. */
  readonly low: Uint8Array<ArrayBuffer>;
  readonly high: Uint8Array<ArrayBuffer>;
}

/**
 * A script's heatmap from 0 to `durationMs`, finest resolution first; each further one has half of the bins. In a very long one the
 * bins end with the last movement.
 */
export interface Heatmap {
  readonly durationMs: number;
  readonly levels: readonly HeatmapResolution[];
}

/** The finest bins: no narrower than this, and at most this many. */
const FINEST_BIN_MS = 50;
const MOST_BINS = 2 ** 15;

/** Builds every resolution in one pass over the script. `durationMs` is at least the time of the last point. */
export function heatmapOf(script: ScriptColumns, durationMs?: number): Heatmap {
  const endMs = Math.max(script.timesMs[script.timesMs.length - 1] ?? 0, durationMs ?? 0, 1);
  // A single late point would make all bins wide.
  const coveredMs = Math.min(endMs, Math.max(lastMovementMs(script), MOST_BINS * FINEST_BIN_MS));
  const bins = Math.min(MOST_BINS, Math.ceil(coveredMs / FINEST_BIN_MS));
  let level = finest(script, coveredMs / bins, bins);
  const levels = [level];
  while (level.speeds.length > 1) {
    level = halved(level);
    levels.push(level);
  }
  return { durationMs: endMs, levels };
}

/** The coarsest resolution with at least one bin for each `msPerBin`: one bin a pixel, for example. */
export function heatmapResolutionFor({ levels }: Heatmap, msPerBin: number): HeatmapResolution | undefined {
  return levels.findLast(({ binMs }) => binMs <= msPerBin) ?? levels[0];
}

function finest({ timesMs, positions }: ScriptColumns, binMs: number, bins: number): HeatmapResolution {
  const speeds = new Float32Array(bins);
  const low = new Uint8Array(bins).fill(255);
  const high = new Uint8Array(bins);
  const last = bins - 1;
  const perMs = 1 / binMs;
  const share = 1_000 * perMs;
  for (let index = 1; index < timesMs.length; index++) {
    const fromMs = timesMs[index - 1] ?? 0;
    const toMs = timesMs[index] ?? 0;
    const from = positions[index - 1] ?? 0;
    const change = (positions[index] ?? 0) - from;
    const slope = change / (toMs - fromMs);
    const speed = slope < 0 ? -slope : slope;
    const firstBin = Math.min(last, Math.floor(fromMs * perMs));
    const lastBin = Math.min(last, Math.floor(toMs * perMs));
    let startMs = fromMs;
    for (let bin = firstBin; bin <= lastBin; bin++) {
      const endMs = bin === lastBin ? toMs : (bin + 1) * binMs;
      // Positions are 0 or more, so this rounds.
      const start = (from + slope * (startMs - fromMs) + 0.5) | 0;
      const end = (from + slope * (endMs - fromMs) + 0.5) | 0;
      speeds[bin] = (speeds[bin] ?? 0) + speed * (endMs - startMs) * share;
      const [lower, upper] = start < end ? [start, end] : [end, start];
      if (lower < (low[bin] ?? 0)) low[bin] = lower;
      if (upper > (high[bin] ?? 0)) high[bin] = upper;
      startMs = endMs;
    }
  }
  return { binMs, speeds, low, high };
}

function halved({ binMs, speeds, low, high }: HeatmapResolution): HeatmapResolution {
  const bins = Math.ceil(speeds.length / 2);
  const next = { speeds: new Float32Array(bins), low: new Uint8Array(bins), high: new Uint8Array(bins) };
  for (let bin = 0; bin < bins; bin++) {
    const [one, other] = [bin * 2, bin * 2 + 1];
    next.speeds[bin] = ((speeds[one] ?? 0) + (speeds[other] ?? 0)) / 2;
    next.low[bin] = Math.min(low[one] ?? 255, low[other] ?? 255);
    next.high[bin] = Math.max(high[one] ?? 0, high[other] ?? 0);
  }
  return { binMs: binMs * 2, ...next };
}
