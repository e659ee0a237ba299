import type { PercentRange } from '../../ui/percent-range.ts';

/** A speed and a part of the stroke, set by one tap. */
export interface RemotePreset {
  readonly key: 'full' | 'calm' | 'low' | 'high' | 'fast';
  /** Whole per cent of the top speed. */
  readonly speedPercent: number;
  /** Whole per cent of the travel. */
  readonly stroke: PercentRange;
}

/** From the whole stroke to parts of it, from slow to fast. */
export const REMOTE_PRESETS: readonly RemotePreset[] = [
  { key: 'full', speedPercent: 30, stroke: { min: 0, max: 100 } },
  { key: 'calm', speedPercent: 15, stroke: { min: 10, max: 90 } },
  { key: 'low', speedPercent: 25, stroke: { min: 0, max: 40 } },
  { key: 'high', speedPercent: 25, stroke: { min: 60, max: 100 } },
  { key: 'fast', speedPercent: 60, stroke: { min: 30, max: 70 } },
];
