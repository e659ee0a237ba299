import { clampRounded } from './fader-keys.ts';

/** A window of whole per cent. */
export interface PercentRange {
  readonly min: number;
  readonly max: number;
}

/** The part of a range that a hand holds: one end, or the window between. */
export type RangePart = 'min' | 'max' | 'window';

/** The part that a hand takes at a place: the nearer end within reach or outside the window, else the window. */
export function rangePartAt(range: PercentRange, percent: number, reachPercent: number): RangePart {
  const toMin = Math.abs(percent - range.min);
  const toMax = Math.abs(percent - range.max);
  if (percent <= range.min || percent >= range.max || Math.min(toMin, toMax) <= reachPercent) {
    if (toMin === toMax) return percent < range.min ? 'min' : 'max';
    return toMin < toMax ? 'min' : 'max';
  }
  return 'window';
}

/** The whole range. */
export const WHOLE_RANGE: PercentRange = { min: 0, max: 100 };

/**
 * Moves a part of a range by so many per cent. Ends stay `gap` apart where they have room for that, and inside `within`; a moved
 * window has the same length.
 */
export function moveRangePart(
  range: PercentRange,
  part: RangePart,
  byPercent: number,
  { gap, within = WHOLE_RANGE }: { readonly gap: number; readonly within?: PercentRange | undefined },
): PercentRange {
  if (part === 'min') {
    const most = Math.max(range.max - gap, within.min);
    return { min: clampRounded(range.min + byPercent, within.min, most), max: range.max };
  }
  if (part === 'max') {
    const least = Math.min(range.min + gap, within.max);
    return { min: range.min, max: clampRounded(range.max + byPercent, least, within.max) };
  }
  const min = clampRounded(range.min + byPercent, within.min, within.max - (range.max - range.min));
  return { min, max: min + range.max - range.min };
}
