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

/** The range and step of both values. */
export const DURATION_MS = { min: 50, max: 5_000, step: 50 } as const;
export const SPEED_PERCENT = { min: 5, max: 100, step: 5 } as const;

/** Converts the pace that is set to the `MovePace` of the SDK. */
export function paceToMovePace({ kind, durationMs, speedPercent }: PaceSetting): MovePace {
  return kind === 'time' ? { durationMs } : { velocity: speedPercent / 100 };
}
