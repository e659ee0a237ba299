import type { StrokeWindow } from '../zone.ts';

/**
 * The allowed part of the whole travel as a window of the set stroke: a point where the two do not overlap. A stroke of
 * no length has no parts, so that all of it counts as allowed.
 */
export function windowWithinStroke(stroke: StrokeWindow, allowed: StrokeWindow): StrokeWindow {
  const length = stroke.max - stroke.min;
  if (!(length > 0)) return { min: 0, max: 1 };
  const shareOf = (place: number) => (Math.min(Math.max(place, stroke.min), stroke.max) - stroke.min) / length;
  return { min: shareOf(allowed.min), max: shareOf(allowed.max) };
}

/** The lowest and highest whole percent inside a window; the nearest one where there is none. */
export function wholePercentsIn({ min, max }: StrokeWindow): { readonly lowest: number; readonly highest: number } {
  // Shares are quotients: a whole percent with a rounding error counts as whole.
  const [lowest, highest] = [Math.ceil(min * 100 - 1e-9), Math.floor(max * 100 + 1e-9)];
  if (lowest <= highest) return { lowest, highest };
  const nearest = Math.round((min + max) * 50);
  return { lowest: nearest, highest: nearest };
}
