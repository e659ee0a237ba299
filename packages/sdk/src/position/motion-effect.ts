import type { ScriptPoint } from '@tactus/motion';
import type { NamedScript } from '../scripts/known-scripts.ts';
import { type Model, withGoal } from './model.ts';
import type { Movement } from './movement.ts';
import type { PredictedSpan } from './span.ts';

/** The facts on which the effect of a call depends. */
export interface PredictionContext {
  readonly movement: Movement;
  /** The monotonic instant at which this machine expects the server's clock to show a time. */
  readonly instantOfServer: (serverMs: number) => number;
  /** The user's time offset, ms. */
  readonly offsetMs: number;
  /** The points of the script or stream that a setup names or has inline, if known. */
  readonly scriptOf: (named: NamedScript) => readonly ScriptPoint[] | undefined;
}

/** The effect of a call on the movement. */
export type MotionEffect = (model: Model, context: PredictionContext, span: PredictedSpan) => Model;

/** Brakes to a standstill. */
export const restEffect: MotionEffect = (model, { movement }, span) =>
  withGoal({ ...model, hamp: { ...model.hamp, playing: false } }, { kind: 'rest' }, movement, span);
