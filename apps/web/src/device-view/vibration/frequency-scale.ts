/** The frequencies a person can choose, Hz. Two decades, so that the usual 100 Hz stand in the middle. */
const LOWEST_HZ = 10;
const HIGHEST_HZ = 1000;
const RATIO = HIGHEST_HZ / LOWEST_HZ;

/** The frequency of a place on the log scale (0-100), in whole Hz, as the wire wants it. */
export function hzOfPercent(percent: number): number {
  return Math.round(LOWEST_HZ * RATIO ** (percent / 100));
}

/** The place of a frequency on the log scale: whole per cent where that gives the same frequency; clamped to the ends. */
export function percentOfHz(hz: number): number {
  const exact = Math.min(100, (Math.log(Math.max(hz, LOWEST_HZ) / LOWEST_HZ) / Math.log(RATIO)) * 100);
  const whole = Math.round(exact);
  const isReachable = hz < LOWEST_HZ || hzOfPercent(whole) === Math.round(hz);
  return isReachable ? whole : exact;
}
