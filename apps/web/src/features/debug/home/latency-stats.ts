/** The figures of a series of pings. All in ms. */
export interface LatencyStats {
  readonly answered: number;
  readonly failed: number;
  readonly minMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /** The mean difference between one answer and the next. */
  readonly jitterMs: number;
}

/** The figures of a series, in the order of the pings; undefined stands for a missing answer. */
export function latencyStats(series: readonly (number | undefined)[]): LatencyStats | undefined {
  const answered = series.filter((ms) => ms !== undefined);
  if (answered.length === 0) return undefined;
  const sorted = answered.toSorted((a, b) => a - b);
  const steps = answered.slice(1).map((ms, index) => Math.abs(ms - (answered[index] ?? ms)));
  return {
    answered: answered.length,
    failed: series.length - answered.length,
    minMs: sorted[0] ?? 0,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    maxMs: sorted.at(-1) ?? 0,
    jitterMs: steps.length === 0 ? 0 : steps.reduce((sum, step) => sum + step, 0) / steps.length,
  };
}

/** The value that a share of all does not exceed (nearest rank). */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** One bar of a histogram: from (inclusive) and to (exclusive, the last inclusive), ms, and how many fell in it. */
export interface LatencyBin {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}

const WIDTHS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const MOST_BINS = 16;

/** How often which latency was seen, in bars of one round width. */
export function latencyHistogram(series: readonly (number | undefined)[]): readonly LatencyBin[] {
  const answered = series.filter((ms) => ms !== undefined);
  if (answered.length === 0) return [];
  const most = Math.max(...answered);
  const least = Math.min(...answered);
  const width =
    WIDTHS_MS.find((ms) => (most - least) / ms < MOST_BINS - 1) ?? Math.ceil((most - least) / (MOST_BINS - 2));
  const start = Math.floor(least / width) * width;
  const bins = Math.floor((most - start) / width) + 1;
  return Array.from({ length: bins }, (_, index) => {
    const fromMs = start + index * width;
    const toMs = fromMs + width;
    return { fromMs, toMs, count: answered.filter((ms) => ms >= fromMs && ms < toMs).length };
  });
}
