/** After so long without a tap another count begins, ms. */
const NEW_COUNT_MS = 2_500;
/** So many of the last taps count. */
const COUNTED_TAPS = 8;

/** Taps that belong together, the oldest first, ms. */
export type Taps = readonly number[];

/** Adds a tap; one that comes long after the last begins anew. */
export function withTap(taps: Taps, atMs: number): Taps {
  const last = taps.at(-1);
  if (last === undefined || atMs - last > NEW_COUNT_MS || atMs <= last) return [atMs];
  return [...taps, atMs].slice(-COUNTED_TAPS);
}

/** Beats a minute of taps, by the straight line through all of them; undefined for fewer than two. */
export function bpmOfTaps(taps: Taps): number | undefined {
  if (taps.length < 2) return undefined;
  const middle = (taps.length - 1) / 2;
  const mean = taps.reduce((sum, ms) => sum + ms, 0) / taps.length;
  let [covariance, variance] = [0, 0];
  taps.forEach((ms, index) => {
    covariance += (index - middle) * (ms - mean);
    variance += (index - middle) ** 2;
  });
  return 60_000 / (covariance / variance);
}
