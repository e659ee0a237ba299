import {
  FULL_WINDOW,
  type MotionState,
  type Plan,
  type StrokeWindow,
  stateAt,
  toRelative,
  zoneOf,
} from '@tactus/motion';
import { DeviceMode, HampPlayState, type SliderState } from '@tactus/protocol';
import type { Accepted } from '../commands/asker.ts';
import type { DeviceState } from '../state/device-state.ts';
import { isMoving } from '../stop/stop-calls.ts';
import {
  type DirectMove,
  type Movement,
  motionOfReading,
  movementOf,
  planAtReading,
  planDirectMove,
  planIntoStroke,
  planOf,
} from './movement.ts';

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

/** How long a correction takes to be shown, so that the picture does not jump. */
const BLEND_MS = 300;

/** How long a reading or a direct move tells the position well enough to send the slider there. */
const KNOWN_FOR_MS = 5_000;

/** How many readings are kept for charts. */
const READINGS_KEPT = 300;

/** Predicts the position from accepted commands and reported states, and is corrected by readings. */
export interface Predictor {
  /** To be told of every change of the state, with its moment (monotonic ms). */
  changed(next: DeviceState, previous: DeviceState, atMs: number): void;
  /** To be told of every accepted call. */
  accepted(state: DeviceState, accepted: Accepted): void;
  /** The estimate for a moment (monotonic ms); `undefined` while no slider is known or nothing was heard of it. */
  at(state: DeviceState, nowMs: number): PositionEstimate | undefined;
  /** Readings, oldest first. */
  readings(): readonly PositionReading[];
  /** The position as a share of the stroke; `undefined` unless a reading or a direct move told it lately. */
  inStroke01(state: DeviceState, nowMs: number): number | undefined;
  /** Forgets everything: another device. */
  forget(): void;
}

/** Builds a predictor. */
export function createPredictor(): Predictor {
  let plan: Plan | undefined;
  let hampWindow: StrokeWindow = FULL_WINDOW;
  let blend = { sinceMs: 0, offsetMm: 0 };
  let readings: PositionReading[] = [];
  let knownAtMs = -Infinity;

  function motionAt(movement: Movement, atMs: number): MotionState {
    return plan ? stateAt(plan, atMs) : { positionMm: movement.stroke.minMm, speedMmS: 0 };
  }

  function positionMmAt(atMs: number): number | undefined {
    if (!plan) return undefined;
    const share = Math.min(Math.max(1 - (atMs - blend.sinceMs) / BLEND_MS, 0), 1);
    return stateAt(plan, atMs).positionMm + blend.offsetMm * share;
  }

  /** Takes a new plan; what was shown at that moment goes over into it. */
  function follow(next: Plan, atMs: number): void {
    const shownMm = positionMmAt(atMs);
    plan = next;
    blend = { sinceMs: atMs, offsetMm: shownMm === undefined ? 0 : shownMm - stateAt(next, atMs).positionMm };
  }

  function readAt(state: DeviceState, reading: SliderState, atMs: number): void {
    const movement = movementOf(state);
    if (!movement) return;
    const motion = motionOfReading(reading);
    knownAtMs = atMs;
    readings = [...readings, { atMs, ...motion, position01: shareOf(movement, motion.positionMm) }].slice(
      -READINGS_KEPT,
    );
    const isDirect = state.mode === DeviceMode.HDSP && plan !== undefined && motion.speedMmS !== 0;
    if (isDirect) return; // the plan of the last direct move tells more than one reading on its way
    follow(isPlaying(state) ? planOf(state, movement, hampWindow, motion, atMs) : planAtReading(atMs, motion), atMs);
  }

  return {
    changed(next, previous, atMs) {
      if (previous.mode === DeviceMode.HAMP && next.mode !== DeviceMode.HAMP) hampWindow = FULL_WINDOW;
      const movement = movementOf(next);
      if (!movement) return;
      const turned = next.hamp !== previous.hamp && (isPlaying(next) || isPlaying(previous));
      const rezoned = next.info !== previous.info || !sameWindow(next, previous);
      const from = motionAt(movement, atMs);
      if (turned || (rezoned && isPlaying(next))) follow(planOf(next, movement, hampWindow, from, atMs), atMs);
      else if (rezoned && plan && from.speedMmS === 0) follow(planIntoStroke(movement, from, atMs), atMs);
    },
    accepted(state, { call, input, result, atMs }) {
      const movement = movementOf(state);
      if (!movement) return;
      // Input and result are those of the call named, which the compiler cannot follow.
      if (call === 'slider.state') readAt(state, result as SliderState, atMs);
      else if (call === 'hamp.stroke') {
        hampWindow = input as StrokeWindow;
        if (isPlaying(state)) follow(planOf(state, movement, hampWindow, motionAt(movement, atMs), atMs), atMs);
      } else if (call.startsWith('hdsp.')) {
        const isShare = call.endsWith('vp');
        follow(planDirectMove(input as DirectMove, isShare, movement, motionAt(movement, atMs), atMs), atMs);
        knownAtMs = atMs;
      }
    },
    at(state, nowMs) {
      const movement = movementOf(state);
      const rawMm = positionMmAt(nowMs);
      if (!movement || !plan || rawMm === undefined) return undefined;
      const { speedMmS } = stateAt(plan, nowMs);
      const whole = zoneOf(movement.travel, FULL_WINDOW);
      const positionMm = Math.min(Math.max(rawMm, whole.minMm), whole.maxMm);
      return {
        positionMm,
        position01: shareOf(movement, positionMm),
        speedMmS,
        moving: speedMmS !== 0 || isMoving(state),
        estimated: true,
      };
    },
    readings: () => readings,
    inStroke01(state, nowMs) {
      const movement = movementOf(state);
      if (!movement || !plan || nowMs - knownAtMs > KNOWN_FOR_MS) return undefined;
      return toRelative(movement.stroke, stateAt(plan, nowMs).positionMm);
    },
    forget() {
      plan = undefined;
      hampWindow = FULL_WINDOW;
      readings = [];
      knownAtMs = -Infinity;
    },
  };
}

const isPlaying = ({ hamp }: DeviceState): boolean => hamp.play_state === HampPlayState.PLAYING;

const sameWindow = ({ slider: a }: DeviceState, { slider: b }: DeviceState): boolean =>
  a.min === b.min && a.max === b.max && a.min_absolute === b.min_absolute && a.max_absolute === b.max_absolute;

const shareOf = ({ travel }: Movement, positionMm: number): number =>
  toRelative(zoneOf(travel, FULL_WINDOW), positionMm);
