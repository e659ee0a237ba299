import type { MotionState, ScriptPoint } from '@tactus/motion';
import type { CallName, DeviceEvent } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceState } from '../state/device-state.ts';

/** Where the slider is thought to be. */
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
   * What the estimate is computed from: the commands that were sent, or, where another client sent commands that are not
   * known here (its points, its direct moves), the last reading alone.
   */
  readonly basis: 'plan' | 'reading';
}

/** Where the slider was when it was read. */
export interface PositionReading {
  /** Monotonic ms. */
  readonly atMs: number;
  readonly position01: number;
  readonly positionMm: number;
  /** Signed: up is positive. */
  readonly speedMmS: number;
}

/** A call that the predictor follows from its sending to its end. */
export interface FollowedCall {
  answered(state: DeviceState, result: unknown): void;
  failed(): void;
}

/** Predicts the position from calls, answers and reported states, and is corrected by readings. */
export interface Predictor {
  /** Loads what is not there yet; resolves when that is over, loaded or not. Left out, or `undefined`: all is there. */
  load?(): Promise<void> | undefined;
  /** Takes every event, before the event changes the state. */
  eventReceived(event: DeviceEvent): void;
  /** Takes every change of the state and its moment (monotonic ms); for an answer, after the answer. */
  changed(next: DeviceState, previous: DeviceState, atMs: number): void;
  /** Takes every call when it is sent. */
  commandSent(state: DeviceState, call: CallName, input: unknown): FollowedCall;
  /** The points that are behind the name (`url`, `stream_ref`) with which a script or stream will be set up. */
  knowScript(source: string, points: readonly ScriptPoint[]): void;
  /** A sample of the position from a cloud that pushes them, taken at an instant of monotonic time. */
  sampled(state: DeviceState, sample: MotionState, atMs: number): void;
  /** The estimate for a moment (monotonic ms); `undefined` while no slider is known or nothing was reported of it. */
  at(state: DeviceState, nowMs: number): PositionEstimate | undefined;
  /**
   * How uncertain the position is for a reading sent at a moment (monotonic ms), mm: the spread of the hypotheses, or the
   * residual of the last reading where that is more. The larger it is, the more another reading is worth.
   */
  uncertaintyMm(sentMs: number): number;
  /** Readings, oldest first. */
  readings(): readonly PositionReading[];
  /** The position as a share of the stroke; `undefined` unless a recent reading or direct move fixed it. */
  inStroke01(state: DeviceState, nowMs: number): number | undefined;
  /** Forgets everything: another device. */
  forget(): void;
}

/** Makes what predicts the position. `onThere` is for one that is loaded later: it has to be given the state of things. */
export type PredictorMaker = (time: Time, serverAt: (monotonicMs: number) => number, onThere: () => void) => Predictor;
