import type { ScriptPoint } from '@tactus/motion';
import { type Model, withGoal } from './model.ts';
import type { Movement } from './movement.ts';
import type { Span } from './span.ts';

/** What the effect of a call depends on. */
export interface Surroundings {
  readonly movement: Movement;
  /** The monotonic instant at which this machine takes the server's clock to show a time. */
  readonly instantOfServer: (serverMs: number) => number;
  /** The person's time offset, ms. */
  readonly offsetMs: number;
  /** The points of a script or stream by what a setup names it by, where they were handed in. */
  readonly scriptOf: (source: string) => readonly ScriptPoint[] | undefined;
}

/** What a call does to the movement. */
export type Deed = (model: Model, surroundings: Surroundings, span: Span) => Model;

/** Brakes and stays. */
export const rest: Deed = (model, { movement }, span) =>
  withGoal({ ...model, hamp: { ...model.hamp, playing: false } }, { kind: 'rest' }, movement, span);
