import type { MotionState, ScriptPoint } from '@tactus/motion';
import type { CallName, DeviceEvent } from '@tactus/protocol';
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
  /** Always true: no event tells the position (decisions.md 35). */
  readonly estimated: true;
  /**
   * What it rests on: what the device was told to do, or, where somebody else tells it what is not known here (another
   * client's points, another client's direct move), the last reading alone.
   */
  readonly basis: 'plan' | 'reading';
}

/** Where the slider was when it was asked. */
export interface PositionReading {
  /** Monotonic ms. */
  readonly atMs: number;
  readonly position01: number;
  readonly positionMm: number;
  /** Signed: up is positive. */
  readonly speedMmS: number;
}

/** A call of which the predictor was told when it was sent, and is to be told how it ended. */
export interface FollowedCall {
  answered(state: DeviceState, result: unknown): void;
  failed(): void;
}

/** Predicts the position from calls, answers and reported states, and is corrected by readings. */
export interface Predictor {
  /** Loads what is not there yet; resolves when that is over, loaded or not. Left out, or `undefined`: all is there. */
  load?(): Promise<void> | undefined;
  /** To be told of every event, before it changes the state. */
  heard(event: DeviceEvent): void;
  /** To be told of every change of the state and of its moment (monotonic ms): of an answer's, after the answer. */
  changed(next: DeviceState, previous: DeviceState, atMs: number): void;
  /** To be told of every call when it is sent. */
  asked(state: DeviceState, call: CallName, input: unknown): FollowedCall;
  /** The points that are behind the name (`url`, `stream_ref`) with which a script or stream will be set up. */
  knowScript(source: string, points: readonly ScriptPoint[]): void;
  /** A sample of the position from a cloud that pushes them, taken at an instant of monotonic time. */
  sampled(state: DeviceState, sample: MotionState, atMs: number): void;
  /** The estimate for a moment (monotonic ms); `undefined` while no slider is known or nothing was heard of it. */
  at(state: DeviceState, nowMs: number): PositionEstimate | undefined;
  /**
   * How far apart a reading that is asked for at a moment (monotonic ms) would find the slider by what may be, mm, and by
   * how much the last one was a surprise: the more, the more another one tells.
   */
  doubtMm(askedMs: number): number;
  /** Readings, oldest first. */
  readings(): readonly PositionReading[];
  /** The position as a share of the stroke; `undefined` unless a reading or a direct move told it lately. */
  inStroke01(state: DeviceState, nowMs: number): number | undefined;
  /** Forgets everything: another device. */
  forget(): void;
}
