/** A tap after a pause of this length begins a new count, ms. */
const NEW_COUNT_MS = 2_500;
/** How many of the last taps count. */
const COUNTED_TAPS = 8;

/** The taps of one count, the oldest first, ms. */
export type TapTimes = readonly number[];

/** Adds a tap; a tap after a long pause begins a new count. */
export function addTap(taps: TapTimes, atMs: number): TapTimes {
  const last = taps.at(-1);
  if (last === undefined || atMs - last > NEW_COUNT_MS || atMs <= last) return [atMs];
  return [...taps, atMs].slice(-COUNTED_TAPS);
}

/** Beats a minute of taps, by the straight line through all of them; undefined for fewer than two. */
export function bpmOfTaps(taps: TapTimes): number | undefined {
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
