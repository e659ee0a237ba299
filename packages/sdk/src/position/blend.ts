/** A correction is shown at this speed, that of a quick slider, so that the picture does not jump; mm/s. */
const BLEND_MM_S = 150;
/** The longest that it takes, ms. */
const BLEND_MOST_MS = 300;

/** How what was shown goes over into what is shown now. */
export interface Blend {
  readonly sinceMs: number;
  /** How far off it was at first. */
  readonly offsetMm: number;
  readonly tookMs: number;
}

/** No correction is being shown. */
export const noBlend: Blend = { sinceMs: -Infinity, offsetMm: 0, tookMs: 0 };

/** A correction that begins now; a position that was or is not known has none. */
export function blendOf(sinceMs: number, beforeMm: number | undefined, afterMm: number | undefined): Blend {
  const offsetMm = beforeMm === undefined || afterMm === undefined ? 0 : beforeMm - afterMm;
  const tookMs = Math.min((Math.abs(offsetMm) / BLEND_MM_S) * 1000, BLEND_MOST_MS);
  return tookMs > 0 ? { sinceMs, offsetMm, tookMs } : noBlend;
}

/** How far off what is shown still is at a moment, mm. */
export function blendedMm({ sinceMs, offsetMm, tookMs }: Blend, atMs: number): number {
  return atMs < sinceMs || tookMs === 0 ? 0 : offsetMm * Math.max(1 - (atMs - sinceMs) / tookMs, 0);
}
