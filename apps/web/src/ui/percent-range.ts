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

/** Moves a part of a range by so many per cent. Ends stay `gap` apart and inside 0-100; a moved window has the same length. */
export function moveRangePart(range: PercentRange, part: RangePart, byPercent: number, gap: number): PercentRange {
  if (part === 'min') return { min: clampRounded(range.min + byPercent, 0, range.max - gap), max: range.max };
  if (part === 'max') return { min: range.min, max: clampRounded(range.max + byPercent, range.min + gap, 100) };
  const min = clampRounded(range.min + byPercent, 0, 100 - (range.max - range.min));
  return { min, max: min + range.max - range.min };
}
