/** A correction is blended in at this speed, that of a quick slider, so that the picture does not jump; mm/s. */
const BLEND_MM_S = 150;
/** The longest time of a blend, ms. */
const BLEND_MOST_MS = 300;

/** The transition from an earlier shown position to the current estimate. */
export interface PositionBlend {
  readonly sinceMs: number;
  /** The difference at the beginning. */
  readonly offsetMm: number;
  readonly tookMs: number;
}

/** No transition. */
export const NO_POSITION_BLEND: PositionBlend = { sinceMs: -Infinity, offsetMm: 0, tookMs: 0 };

/** A transition that begins now; an unknown position before or after has none. */
export function startPositionBlend(
  sinceMs: number,
  beforeMm: number | undefined,
  afterMm: number | undefined,
): PositionBlend {
  const offsetMm = beforeMm === undefined || afterMm === undefined ? 0 : beforeMm - afterMm;
  const tookMs = Math.min((Math.abs(offsetMm) / BLEND_MM_S) * 1000, BLEND_MOST_MS);
  return tookMs > 0 ? { sinceMs, offsetMm, tookMs } : NO_POSITION_BLEND;
}

/** The remaining difference of the shown position at a time, mm. */
export function remainingBlendMm({ sinceMs, offsetMm, tookMs }: PositionBlend, atMs: number): number {
  return atMs < sinceMs || tookMs === 0 ? 0 : offsetMm * Math.max(1 - (atMs - sinceMs) / tookMs, 0);
}
