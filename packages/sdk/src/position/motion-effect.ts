import type { ScriptPoint } from '@tactus/motion';
import type { ScriptReference } from '../scripts/known-scripts.ts';
import { type MotionModel, withGoal } from './model.ts';
import type { MovementParameters } from './movement.ts';
import type { ExecutionSpan } from './span.ts';

/** The facts on which the effect of a call depends. */
export interface PredictionContext {
  readonly movement: MovementParameters;
  /** The monotonic instant at which this machine expects the server's clock to show a time. */
  readonly instantOfServer: (serverMs: number) => number;
  /** The user's time offset, ms. */
  readonly offsetMs: number;
  /** The points of the script or stream that a setup names or has inline, if known. */
  readonly scriptOf: (named: ScriptReference) => readonly ScriptPoint[] | undefined;
}

/** The effect of a call on the movement. */
export type MotionEffect = (model: MotionModel, context: PredictionContext, span: ExecutionSpan) => MotionModel;

/** Brakes to a standstill. */
export const brakeEffect: MotionEffect = (model, { movement }, span) =>
  withGoal({ ...model, hamp: { ...model.hamp, playing: false } }, { kind: 'rest' }, movement, span);
