import type { MotionState } from '@tactus/motion';
import { createRandom } from '@tactus/time';
import { type ExecutionSpan, instantInSpan, likelihoodInSpan, quantileOfSpan } from './span.ts';

/** The slider's movement over time, in monotonic ms. */
export type SliderCourse = (atMs: number) => MotionState;

/**
 * One hypothesis about when exactly the commands took effect, and the resulting movement. No answer contains the
 * instant, so many hypotheses are followed in parallel, and readings show which of them are right.
 */
export interface TimingHypothesis {
  readonly course: SliderCourse;
  /** Its delay against its course. */
  readonly shiftMs: number;
  /** From when on the course is valid; earlier, `before` is. */
  readonly sinceMs: number;
  readonly before: TimingHypothesis | undefined;
  /** How late within its span a stream was paused, relative to the middle, ms. */
  readonly heldMs: number;
  /** Its probability; the sum of all is 1. */
  readonly weight: number;
}

/** The number of hypotheses: more than one for every ms that a good network leaves open. */
const HYPOTHESES = 64;

/** How long the past of a hypothesis is stored: pending readings may be from before a command. */
const PAST_MS = 3_000;
/** The assumed accuracy of a reading, mm. */
const READING_MM = 1;
const SAMPLES_MAX = 41;
/** A reading further from every hypothesis than this refutes all of them. */
const LOST_MM = 4;
/** A slider at rest is at its reported position. */
const LOST_AT_REST_MM = 0.5;
/** The smallest likelihood: a slider does not follow its plan to the tenth of a millimetre. */
const LIKELIHOOD_FLOOR = 1e-3;
/** Speeds above this have a direction, mm/s. */
const CLEAR_MM_S = 20;
/** Below this speed a deviation is not explained by time alone, mm/s. */
const SLOW_MM_S = 50;
/** The spread of the hypotheses after a selection, ms. */
const SPREAD_MS = 1;

/** The state of one hypothesis. */
export function hypothesisState({ course, shiftMs, sinceMs, before }: TimingHypothesis, atMs: number): MotionState {
  return before && atMs < sinceMs ? hypothesisState(before, atMs) : course(atMs - shiftMs);
}

/** The mean of all hypotheses. */
export function meanHypothesisState(hypotheses: readonly TimingHypothesis[], atMs: number): MotionState {
  let positionMm = 0;
  let speedMmS = 0;
  for (const hypothesis of hypotheses) {
    const state = hypothesisState(hypothesis, atMs);
    positionMm += hypothesis.weight * state.positionMm;
    speedMmS += hypothesis.weight * state.speedMmS;
  }
  return { positionMm, speedMmS };
}

/** The distance between the hypotheses, mm. */
export function hypothesisSpreadMm(hypotheses: readonly TimingHypothesis[], atMs: number): number {
  const { positionMm } = meanHypothesisState(hypotheses, atMs);
  const offs = hypotheses.map((one) => one.weight * (hypothesisState(one, atMs).positionMm - positionMm) ** 2);
  return Math.sqrt(offs.reduce((sum, off) => sum + off, 0));
}

/** Hypotheses that all begin with the same movement. */
export const identicalHypotheses = (course: SliderCourse, sinceMs: number): readonly TimingHypothesis[] =>
  Array.from({ length: HYPOTHESES }, () => ({
    course,
    shiftMs: 0,
    sinceMs,
    before: undefined,
    heldMs: 0,
    weight: 1 / HYPOTHESES,
  }));

/** Orders of the hypotheses; one for every round, so that an early one in one round is not early in the next. */
const ORDERS: readonly (readonly number[])[] = shuffledOrders(31);

function shuffledOrders(count: number): readonly (readonly number[])[] {
  const random = createRandom(1);
  return Array.from({ length: count }, () =>
    Array.from({ length: HYPOTHESES }, (_, index) => ({ index, key: random.next() }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ index }) => index),
  );
}

/** A share 0..1 for a hypothesis, spread evenly over all of them, in another order every round. */
export function evenFractionForHypothesis(index: number, round: number): number {
  const place = ORDERS[round % ORDERS.length]?.[index] ?? index;
  return (place + 0.5) / HYPOTHESES;
}

/** A new course from an instant on. */
export interface CourseChange {
  readonly atMs: number;
  readonly course: SliderCourse;
  readonly shiftMs?: number;
  readonly heldMs?: number;
}

/** Changes the course of every hypothesis, each at its own instant within the span of the change. */
export function changeCourses(
  hypotheses: readonly TimingHypothesis[],
  span: ExecutionSpan,
  round: number,
  turn: (hypothesis: TimingHypothesis, atMs: number, share: number) => CourseChange,
): readonly TimingHypothesis[] {
  const instants = hypotheses.map((_, index) => quantileOfSpan(span, evenFractionForHypothesis(index, round)));
  return hypotheses.map((hypothesis, index) => {
    const share = evenFractionForHypothesis(index, round);
    const { atMs, course, shiftMs = 0, heldMs = 0 } = turn(hypothesis, instants[index] ?? span.toMs, share);
    return { course, shiftMs, heldMs, sinceMs: atMs, before: withoutPast(hypothesis, atMs), weight: hypothesis.weight };
  });
}

function withoutPast(hypothesis: TimingHypothesis, nowMs: number): TimingHypothesis {
  const { before, sinceMs } = hypothesis;
  if (!before) return hypothesis;
  return { ...hypothesis, before: sinceMs < nowMs - PAST_MS ? undefined : withoutPast(before, nowMs) };
}

/** The likelihoods of the hypotheses. */
export interface HypothesisLikelihoods {
  readonly each: readonly number[];
  /** The deviation of the best of them, ms. */
  readonly offMs: number;
}

/** The likelihood of each hypothesis for a state at some instant of a span; `undefined`: all are refuted. */
export function hypothesisLikelihoods(
  hypotheses: readonly TimingHypothesis[],
  reading: MotionState,
  span: ExecutionSpan,
): HypothesisLikelihoods | undefined {
  let nearestMm = Infinity;
  let fastestMmS = SLOW_MM_S;
  const each = hypotheses.map((hypothesis) => {
    const { speedMmS } = hypothesisState(hypothesis, span.toMs);
    const distanceMm = (Math.max(Math.abs(speedMmS), Math.abs(reading.speedMmS)) * (span.toMs - span.fromMs)) / 1000;
    fastestMmS = Math.max(fastestMmS, Math.abs(speedMmS));
    const samples = Math.min(Math.max(Math.ceil(distanceMm / READING_MM), 1), SAMPLES_MAX);
    let sum = 0;
    let all = 0;
    for (let sample = 0; sample < samples; sample++) {
      const atMs = instantInSpan(span, (sample + 0.5) / samples);
      const likely = likelihoodInSpan(span, atMs);
      const state = hypothesisState(hypothesis, atMs);
      all += likely;
      if (isOpposite(state.speedMmS, reading.speedMmS)) continue;
      const offMm = Math.abs(state.positionMm - reading.positionMm);
      nearestMm = Math.min(nearestMm, offMm);
      sum += likely * Math.exp(-0.5 * (offMm / READING_MM) ** 2);
    }
    return (all > 0 ? sum / all : 0) + LIKELIHOOD_FLOOR;
  });
  return nearestMm > (reading.speedMmS === 0 ? LOST_AT_REST_MM : LOST_MM)
    ? undefined
    : { each, offMs: (Math.max(0, nearestMm - READING_MM) / fastestMmS) * 1000 };
}

const isOpposite = (a: number, b: number): boolean => a * b < 0 && Math.min(Math.abs(a), Math.abs(b)) > CLEAR_MM_S;

/** Updates the weights; once few hypotheses have all the weight, they are duplicated and spread a little. */
export function updateHypothesisWeights(
  hypotheses: readonly TimingHypothesis[],
  { each, offMs }: HypothesisLikelihoods,
  round: number,
): readonly TimingHypothesis[] {
  const weights = hypotheses.map(({ weight }, index) => weight * (each[index] ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) return hypotheses;
  const next = hypotheses.map((hypothesis, index) => ({ ...hypothesis, weight: (weights[index] ?? 0) / total }));
  const effectiveCount = 1 / next.reduce((sum, { weight }) => sum + weight ** 2, 0);
  return effectiveCount < HYPOTHESES / 2 ? selected(next, round, SPREAD_MS + offMs) : next;
}

/** Duplicates each hypothesis in proportion to its weight. */
function selected(hypotheses: readonly TimingHypothesis[], round: number, farMs: number): readonly TimingHypothesis[] {
  const taken: TimingHypothesis[] = [];
  let cumulative = 0;
  for (const hypothesis of hypotheses) {
    cumulative += hypothesis.weight;
    while (taken.length < HYPOTHESES && cumulative * HYPOTHESES > taken.length + 0.5) {
      const spreadMs = (evenFractionForHypothesis(taken.length, round) - 0.5) * 2 * farMs;
      taken.push({ ...hypothesis, shiftMs: hypothesis.shiftMs + spreadMs, weight: 1 / HYPOTHESES });
    }
  }
  return taken.length === HYPOTHESES ? taken : hypotheses;
}
