import type { ScriptPoint } from '@tactus/motion';
import type { CallName, DeviceEvent } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceState } from '../state/device-state.ts';

/** The predicted position of the slider. */
export interface PositionEstimate {
  /** Share of the full travel, 0 bottom to 1 top. */
  readonly position01: number;
  /** The device's own mm. */
  readonly positionMm: number;
  /** Signed: up is positive. */
  readonly speedMmS: number;
  readonly moving: boolean;
  /** Always true: no event reports the position. */
  readonly estimated: true;
  /**
   * The basis of the estimate: the sent commands, or, if another client sent commands that are unknown here (its points,
   * its direct moves), the last reading alone.
   */
  readonly basis: 'plan' | 'reading';
}

/** A reading of the slider. */
export interface PositionReading {
  /** Monotonic ms. */
  readonly atMs: number;
  readonly position01: number;
  readonly positionMm: number;
  /** Signed: up is positive. */
  readonly speedMmS: number;
}

/** A call that the predictor follows from sending to its end. */
export interface FollowedCall {
  answered(state: DeviceState, result: unknown): void;
  failed(): void;
}

/** Predicts the position from calls, answers and reported states, and is corrected by readings. */
export interface PositionPredictor {
  /** Loads the predictor's code; resolves when that is over, loaded or not. Left out, or `undefined`: it is loaded. */
  load?(): Promise<void> | undefined;
  /** Call it with every event, before the event changes the state. */
  eventReceived(event: DeviceEvent): void;
  /** Call it with every change of the state and its time (monotonic ms); for an answer, after the answer. */
  changed(next: DeviceState, previous: DeviceState, atMs: number): void;
  /** Call it with every call when it is sent. */
  commandSent(state: DeviceState, call: CallName, input: unknown): FollowedCall;
  /** Registers the points under the name (`url`, `stream_ref`) with which a script or stream will be set up. */
  knowScript(source: string, points: readonly ScriptPoint[]): void;
  /** The estimate at a time (monotonic ms); `undefined` without a known slider or any report of it. */
  at(state: DeviceState, nowMs: number): PositionEstimate | undefined;
  /**
   * The uncertainty of the position for a reading sent at a time (monotonic ms), mm: the spread of the hypotheses, or
   * the residual of the last reading if that is larger. The larger it is, the more useful is another reading.
   */
  uncertaintyMm(sentMs: number): number;
  /** Readings, oldest first. */
  readings(): readonly PositionReading[];
  /** The position as a share of the stroke; `undefined` unless a recent reading or direct move fixed it. */
  inStroke01(state: DeviceState, nowMs: number): number | undefined;
  /** Resets the predictor: another device, or another session of the same, which plays on the points that it had. */
  forget(isSameDevice?: boolean): void;
}

/** Creates the predictor. `onThere` is for one that is loaded later: it then needs the current state. */
export type PositionPredictorFactory = (
  time: Time,
  serverAt: (monotonicMs: number) => number,
  onThere: () => void,
) => PositionPredictor;
