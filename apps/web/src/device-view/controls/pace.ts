import type { MovePace } from '@tactus/sdk';

/** How a move gets there: within a time, or at a share of the top speed. */
export type PaceKind = 'time' | 'speed';

/** The pace that the person has set; the value not in use is remembered. */
export interface PaceSetting {
  readonly kind: PaceKind;
  readonly durationMs: number;
  /** Whole per cent of the top speed. */
  readonly speedPercent: number;
}

/** The pace before a person has set one. */
export const DEFAULT_PACE: PaceSetting = { kind: 'time', durationMs: 300, speedPercent: 50 };

/** The range and step of the duration of a move, ms. */
export const PACE_DURATION_RANGE_MS = { min: 50, max: 5_000, step: 50 } as const;
/** The range and step of the speed of a move, per cent of the top speed. */
export const PACE_SPEED_RANGE_PERCENT = { min: 5, max: 100, step: 5 } as const;

/** Converts the pace that is set to the `MovePace` of the SDK. */
export function toMovePace({ kind, durationMs, speedPercent }: PaceSetting): MovePace {
  return kind === 'time' ? { durationMs } : { velocity: speedPercent / 100 };
}
