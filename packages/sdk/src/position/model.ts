import { FULL_WINDOW, type MotionState, planStateAt, type StrokeWindow } from '@tactus/motion';
import { type MotionGoal, motorLimitsOf, type PlannedGoal, planMotionToGoal } from './goal.ts';
import {
  changeCourses,
  evenFractionForHypothesis,
  hypothesisLikelihoods,
  hypothesisState,
  identicalHypotheses,
  meanHypothesisState,
  type SliderCourse,
  type TimingHypothesis,
  updateHypothesisWeights,
} from './hypotheses.ts';
import { type KnownStream, reportedStreamMs, type StreamChangeEffect } from './known-stream.ts';
import { type MovementParameters, movementParametersInWindow } from './movement.ts';
import { type ExecutionSpan, instantInSpan, likelihoodInSpan, middleOfSpan, quantileOfSpan } from './span.ts';
import { createStreamCourse } from './track-course.ts';

/** The model of the device's movement. It is immutable: every change returns another. */
export interface MotionModel {
  readonly goal: MotionGoal;
  /** When the goal was set; the middle of the span. */
  readonly goalSinceMs: number;
  /** Possible movements of the slider; none while nothing is known of it. */
  readonly hypotheses: readonly TimingHypothesis[];
  readonly hamp: { readonly playing: boolean; readonly velocity: number; readonly window: StrokeWindow };
  /** `undefined` until the device reported it or a call changed it. */
  readonly stroke: StrokeWindow | undefined;
  /** The stream that this SDK filled. */
  readonly stream: KnownStream | undefined;
  /** The number of that stream, if the device reported it. */
  readonly streamId: number | undefined;
  /** The delay of the device's clock against the time that this machine expects it to show, ms. */
  readonly clockLateMs: ExecutionSpan;
  /** Whether the current playback was started by the server's clock, so that its delay shows the error of that clock. */
  readonly byServerClock: boolean;
  /** Counts changes; it decides which hypothesis gets which share of a span. */
  readonly round: number;
}

/** A model without knowledge. */
export const unknownMotionModel: MotionModel = {
  goal: { kind: 'rest' },
  goalSinceMs: -Infinity,
  hypotheses: [],
  hamp: { playing: false, velocity: 0, window: FULL_WINDOW },
  stroke: undefined,
  stream: undefined,
  streamId: undefined,
  clockLateMs: { fromMs: 0, toMs: 0 },
  byServerClock: false,
  round: 0,
};

/** The error of a reported time of the stream, ms: it is rounded, and so are earlier values. */
const REPORT_MS = 1.5;
const REPORT_SAMPLES = 24;

/** The predicted state of the slider. */
export const predictedSliderState = ({ hypotheses }: MotionModel, atMs: number): MotionState | undefined =>
  hypotheses.length > 0 ? meanHypothesisState(hypotheses, atMs) : undefined;

/** The movement with the stroke window of the model. */
const movementIn = ({ stroke }: MotionModel, movement: MovementParameters): MovementParameters =>
  stroke ? movementParametersInWindow(movement, stroke) : movement;

/** A slider without any report is assumed at rest at the lower end of its stroke. */
function located(model: MotionModel, movement: MovementParameters, atMs: number): readonly TimingHypothesis[] {
  if (model.hypotheses.length > 0) return model.hypotheses;
  const rest = { positionMm: movementIn(model, movement).stroke.minMm, speedMmS: 0 };
  return identicalHypotheses(() => rest, atMs);
}

/** Sets a goal of one plan, or an unknown one, from the current state. */
export function withGoal(
  model: MotionModel,
  goal: Exclude<MotionGoal, { kind: 'track' }>,
  movement: MovementParameters,
  span: ExecutionSpan,
): MotionModel {
  const next = { ...model, goal, goalSinceMs: middleOfSpan(span), round: model.round + 1 };
  if (goal.kind === 'unknown') return next;
  const inside = movementIn(model, movement);
  const hypotheses = changeCourses(located(model, movement, span.fromMs), span, model.round, (hypothesis, atMs) => ({
    atMs,
    course: planned(goal, inside, hypothesisState(hypothesis, atMs), { startMs: atMs, wantedAtMs: atMs }),
  }));
  return { ...next, hypotheses };
}

function planned(
  goal: PlannedGoal,
  movement: MovementParameters,
  from: MotionState,
  when: { startMs: number; wantedAtMs: number },
): SliderCourse {
  const plan = planMotionToGoal(goal, { movement, from, ...when });
  return (atMs) => planStateAt(plan, atMs);
}

/** Changes the stroke window: motion is planned again, a slider at rest or braking stays (docs/decisions/005). */
export function withStroke(
  model: MotionModel,
  stroke: StrokeWindow,
  movement: MovementParameters,
  span: ExecutionSpan,
): MotionModel {
  const next = { ...model, stroke, round: model.round + 1 };
  if (model.hypotheses.length === 0 || model.goal.kind === 'rest' || model.goal.kind === 'unknown') return next;
  if (model.goal.kind === 'track') return refollowed(next, movement, span);
  const { goal } = model;
  const inside = movementIn(next, movement);
  const hypotheses = changeCourses(model.hypotheses, span, model.round, (hypothesis, atMs) => {
    const from = hypothesisState(hypothesis, atMs);
    // A move that has arrived is over.
    if (goal.kind === 'go' && from.speedMmS === 0 && atMs > hypothesis.sinceMs) return { atMs, course: () => from };
    const wantedAtMs = hypothesis.sinceMs;
    return { atMs, course: planned(goal, inside, from, { startMs: atMs, wantedAtMs }) };
  });
  return { ...next, hypotheses };
}

/** Continues along the stream from the current state, each hypothesis with its own delay. */
function refollowed(
  model: MotionModel,
  movement: MovementParameters,
  span: ExecutionSpan,
  shift?: DelayOfHypothesis,
): MotionModel {
  const { stream } = model;
  if (!stream) return model;
  const inside = movementIn(model, movement);
  const hypotheses = located(model, movement, span.fromMs);
  const startMs = middleOfSpan(span);
  const lateMs = shift ? 0 : hypotheses.reduce((sum, { shiftMs, weight }) => sum + weight * shiftMs, 0);
  const from = meanHypothesisState(hypotheses, startMs);
  const course = createStreamCourse({
    stream,
    startMs: startMs - lateMs,
    from,
    zone: inside.stroke,
    limits: motorLimitsOf(inside),
  });
  return {
    ...model,
    hypotheses: changeCourses(hypotheses, span, model.round, (hypothesis, atMs, share) => {
      const late = shift?.(hypothesis, atMs - startMs, share) ?? { shiftMs: hypothesis.shiftMs };
      return { atMs: startMs + late.shiftMs - lateMs, course, ...late };
    }),
  };
}

/** The delay of a hypothesis from now on; `offMs` is the distance of its instant from the middle of the span. */
export type DelayOfHypothesis = (
  hypothesis: TimingHypothesis,
  offMs: number,
  share: number,
) => { readonly shiftMs: number; readonly heldMs?: number };

/** Changes the stream. `shift` returns the slider's new delay; left out, the delay stays. */
export function withStream(
  model: MotionModel,
  step: StreamChangeEffect,
  movement: MovementParameters,
  span: ExecutionSpan,
  shift?: DelayOfHypothesis,
): MotionModel {
  const next: MotionModel = { ...model, stream: step.stream, round: model.round + 1 };
  if (step.does === 'nothing') return next;
  if (step.does === 'follow' && step.stream.hasOtherPoints) return withGoal(next, { kind: 'unknown' }, movement, span);
  if (step.does === 'follow')
    return refollowed({ ...next, goal: { kind: 'track' }, goalSinceMs: middleOfSpan(span) }, movement, span, shift);
  const late = model.hypotheses;
  const rest = withGoal({ ...next, round: model.round }, { kind: 'rest' }, movement, span);
  // The stream is at the slider's place at that time: later hypotheses are further back.
  const hypotheses = rest.hypotheses.map((hypothesis, index) => ({
    ...hypothesis,
    heldMs: hypothesis.sinceMs - middleOfSpan(span) - (late[index]?.shiftMs ?? 0),
  }));
  return { ...rest, hypotheses };
}

/** The delay of a playback that starts at a time of the server's clock. */
export const playbackDelayByServerClock =
  ({ clockLateMs }: MotionModel): DelayOfHypothesis =>
  (_hypothesis, _offMs, share) => ({ shiftMs: quantileOfSpan(clockLateMs, share) });

/** Applies a reading of the slider; one that refutes every hypothesis replaces them all. */
export function withReading(
  model: MotionModel,
  reading: MotionState,
  movement: MovementParameters,
  span: ExecutionSpan,
): MotionModel {
  const isPlanned = model.goal.kind !== 'unknown' && model.hypotheses.length > 0;
  const likely = isPlanned ? hypothesisLikelihoods(model.hypotheses, reading, span) : undefined;
  const round = model.round + 1;
  if (!likely) return relocated({ ...model, round }, reading, movement, span);
  return { ...model, round, hypotheses: updateHypothesisWeights(model.hypotheses, likely, round) };
}

function relocated(
  model: MotionModel,
  reading: MotionState,
  movement: MovementParameters,
  span: ExecutionSpan,
): MotionModel {
  const { goal, stream } = model;
  const inside = movementIn(model, movement);
  const startMs = middleOfSpan(span);
  const old = model.hypotheses;
  if (goal.kind === 'track' && stream) {
    const found = identicalHypotheses(() => reading, startMs).map((hypothesis, index) => ({
      ...hypothesis,
      shiftMs: old[index]?.shiftMs ?? instantInSpan(model.clockLateMs, evenFractionForHypothesis(index, model.round)),
    }));
    return refollowed({ ...model, hypotheses: found }, movement, span);
  }
  const still = { positionMm: reading.positionMm, speedMmS: 0 };
  const begun = identicalHypotheses(() => reading, startMs);
  const hypotheses = changeCourses(begun, span, model.round, (_, atMs) => ({
    atMs,
    course:
      goal.kind === 'unknown' || goal.kind === 'track'
        ? () => still
        : planned(goal, inside, reading, { startMs: atMs, wantedAtMs: model.goalSinceMs }),
  }));
  return { ...model, hypotheses };
}

/** Applies a reported position of the stream: it shows the stream's delay, to whole ms. */
export function withReportedStreamTime(model: MotionModel, currentMs: number, span: ExecutionSpan): MotionModel {
  const { stream, goal } = model;
  if (!stream || goal.kind !== 'track' || stream.phase !== 'playing' || stream.clock.rate === 0) return model;
  const round = model.round + 1;
  let nearestMs = Infinity;
  const each = model.hypotheses.map(({ shiftMs }) => {
    let sum = 0;
    for (let sample = 0; sample < REPORT_SAMPLES; sample++) {
      const atMs = instantInSpan(span, (sample + 0.5) / REPORT_SAMPLES);
      const offMs = (reportedStreamMs(stream, atMs - shiftMs) - currentMs) / stream.rate;
      nearestMs = Math.min(nearestMs, Math.abs(offMs));
      sum += likelihoodInSpan(span, atMs) * Math.exp(-0.5 * (offMs / REPORT_MS) ** 2);
    }
    return sum + 1e-3;
  });
  return { ...model, round, hypotheses: updateHypothesisWeights(model.hypotheses, { each, offMs: nearestMs }, round) };
}
