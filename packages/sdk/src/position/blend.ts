/** A correction is blended in at this speed, that of a quick slider, so that the picture does not jump; mm/s. */
const BLEND_MM_S = 150;
/** The longest time of a blend, ms. */
const BLEND_MOST_MS = 300;

/** The transition from an earlier shown position to the current estimate. */
export interface Blend {
  readonly sinceMs: number;
  /** The difference at the beginning. */
  readonly offsetMm: number;
  readonly tookMs: number;
}

/** No transition. */
export const noBlend: Blend = { sinceMs: -Infinity, offsetMm: 0, tookMs: 0 };

/** A transition that begins now; an unknown position before or after has none. */
export function blendOf(sinceMs: number, beforeMm: number | undefined, afterMm: number | undefined): Blend {
  const offsetMm = beforeMm === undefined || afterMm === undefined ? 0 : beforeMm - afterMm;
  const tookMs = Math.min((Math.abs(offsetMm) / BLEND_MM_S) * 1000, BLEND_MOST_MS);
  return tookMs > 0 ? { sinceMs, offsetMm, tookMs } : noBlend;
}

/** The remaining difference of the shown position at a time, mm. */
export function blendedMm({ sinceMs, offsetMm, tookMs }: Blend, atMs: number): number {
  return atMs < sinceMs || tookMs === 0 ? 0 : offsetMm * Math.max(1 - (atMs - sinceMs) / tookMs, 0);
}
