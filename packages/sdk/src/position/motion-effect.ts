import type { ScriptPoint } from '@tactus/motion';
import type { NamedScript } from '../scripts/known-scripts.ts';
import { type Model, withGoal } from './model.ts';
import type { Movement } from './movement.ts';
import type { PredictedSpan } from './span.ts';

/** What the effect of a call depends on. */
export interface PredictionContext {
  readonly movement: Movement;
  /** The monotonic instant at which this machine takes the server's clock to show a time. */
  readonly instantOfServer: (serverMs: number) => number;
  /** The person's time offset, ms. */
  readonly offsetMs: number;
  /** The points of the script or stream that a setup names or has inline, where they are known. */
  readonly scriptOf: (named: NamedScript) => readonly ScriptPoint[] | undefined;
}

/** What a call does to the movement. */
export type MotionEffect = (model: Model, context: PredictionContext, span: PredictedSpan) => Model;

/** Brakes and stays. */
export const restEffect: MotionEffect = (model, { movement }, span) =>
  withGoal({ ...model, hamp: { ...model.hamp, playing: false } }, { kind: 'rest' }, movement, span);
