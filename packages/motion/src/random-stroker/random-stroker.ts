import type { StrokeWindow } from '../zone.ts';
import { seededFraction } from './seeded-fraction.ts';

/** The rules of a random stroker. Shares are 0..1, ranges have `min <= max`. */
export interface RandomStrokerRules {
  /** The range of velocities, shares of the top speed. */
  readonly speedRange: StrokeWindow;
  /** The range of positions: shares of the user's own stroke window, which is never changed. */
  readonly strokeRange: StrokeWindow;
  /** The shortest window, a share; where `strokeRange` is shorter, the window is all of that. */
  readonly minimumStrokeLength: number;
  /** How long it moves after a pick, ms. */
  readonly timeBetweenMs: number;
  /** How long it rests before the next pick, ms; 0 is no rest. */
  readonly pauseMs: number;
}

/** One pick: the movement, its duration, and the rest after it. */
export interface RandomStroke {
  /** The number of earlier picks. */
  readonly index: number;
  /** HAMP velocity, a share 0..1. */
  readonly velocity01: number;
  /** Zone inside the user's own stroke window, shares 0..1. */
  readonly window: StrokeWindow;
  readonly moveMs: number;
  readonly restMs: number;
}

/** Velocity, length and place of a window: three numbers for every pick. */
const SHARES_A_PICK = 3;

/**
 * The pick with number `index` of a run: always the same for the same seed, index and rules.
 * Every velocity of the range is equally likely, so is every allowed length, and then every place for it.
 */
export function randomStroke(seed: number, index: number, rules: RandomStrokerRules): RandomStroke {
  const share = (which: number) => seededFraction(seed, index * SHARES_A_PICK + which);
  const { speedRange, strokeRange } = rules;
  const room = strokeRange.max - strokeRange.min;
  const shortest = Math.min(Math.max(rules.minimumStrokeLength, 0), room);
  const length = shortest + share(1) * (room - shortest);
  const min = strokeRange.min + share(2) * (room - length);
  return {
    index,
    velocity01: speedRange.min + share(0) * (speedRange.max - speedRange.min),
    window: { min, max: Math.min(min + length, strokeRange.max) },
    moveMs: rules.timeBetweenMs,
    restMs: rules.pauseMs,
  };
}
