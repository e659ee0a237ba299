import type { MotionState } from '@tactus/motion';
import { createRandom } from '@tactus/time';
import { instantInSpan, likelihoodIn, type PredictedSpan, quantileIn } from './span.ts';

/** Where the slider is at any instant, in monotonic ms. */
export type Course = (atMs: number) => MotionState;

/**
 * One idea of when exactly the commands took effect, and where the slider has been since. No answer has the instant, so
 * many ideas are followed side by side, and readings show which of them are right.
 */
export interface Hypothesis {
  readonly course: Course;
  /** How much later than its course it moves. */
  readonly shiftMs: number;
  /** From when on the course holds; before it, `before` does. */
  readonly sinceMs: number;
  readonly before: Hypothesis | undefined;
  /** How far behind the middle of its span a stream was paused, ms. */
  readonly heldMs: number;
  /** How likely it is; all together 1. */
  readonly weight: number;
}

/** How many are followed: more than one for every ms that a good network leaves open. */
const HYPOTHESES = 64;

/** How long the past of a hypothesis is remembered: pending readings may be from before a command. */
const PAST_MS = 3_000;
/** How exact a reading is taken to be, mm. */
const READING_MM = 1;
const SAMPLES_MAX = 41;
/** A reading further from every hypothesis than this is explained by none: what was known is wrong. */
const LOST_MM = 4;
/** A slider at rest is where it reports to be. */
const LOST_AT_REST_MM = 0.5;
/** What no reading rules out: a slider does not follow its plan to the tenth of a millimetre. */
const LIKELIHOOD_FLOOR = 1e-3;
/** Speeds above this have a direction, mm/s. */
const CLEAR_MM_S = 20;
/** What is off in a slow movement is not made up for by time alone, mm/s. */
const SLOW_MM_S = 50;
/** How far what survives a selection is spread anew, ms. */
const SPREAD_MS = 1;

/** The state of one hypothesis. */
export function hypothesisState({ course, shiftMs, sinceMs, before }: Hypothesis, atMs: number): MotionState {
  return before && atMs < sinceMs ? hypothesisState(before, atMs) : course(atMs - shiftMs);
}

/** Where the slider is thought to be, all hypotheses considered. */
export function meanState(hypotheses: readonly Hypothesis[], atMs: number): MotionState {
  let positionMm = 0;
  let speedMmS = 0;
  for (const hypothesis of hypotheses) {
    const state = hypothesisState(hypothesis, atMs);
    positionMm += hypothesis.weight * state.positionMm;
    speedMmS += hypothesis.weight * state.speedMmS;
  }
  return { positionMm, speedMmS };
}

/** How far the hypotheses are apart, mm. */
export function uncertaintyIn(hypotheses: readonly Hypothesis[], atMs: number): number {
  const { positionMm } = meanState(hypotheses, atMs);
  const offs = hypotheses.map((one) => one.weight * (hypothesisState(one, atMs).positionMm - positionMm) ** 2);
  return Math.sqrt(offs.reduce((sum, off) => sum + off, 0));
}

/** Hypotheses that agree. */
export const agreeingHypotheses = (course: Course, sinceMs: number): readonly Hypothesis[] =>
  Array.from({ length: HYPOTHESES }, () => ({
    course,
    shiftMs: 0,
    sinceMs,
    before: undefined,
    heldMs: 0,
    weight: 1 / HYPOTHESES,
  }));

/** Orders of the hypotheses; one for every round, so that who is early in one is not early in the next. */
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
export function evenFractionFor(index: number, round: number): number {
  const place = ORDERS[round % ORDERS.length]?.[index] ?? index;
  return (place + 0.5) / HYPOTHESES;
}

/** The course that a hypothesis takes from an instant on. */
export interface CourseChange {
  readonly atMs: number;
  readonly course: Course;
  readonly shiftMs?: number;
  readonly heldMs?: number;
}

/** Gives every hypothesis another course, each from an instant of its own within the span in which the change happened. */
export function changeCourses(
  hypotheses: readonly Hypothesis[],
  span: PredictedSpan,
  round: number,
  turn: (hypothesis: Hypothesis, atMs: number, share: number) => CourseChange,
): readonly Hypothesis[] {
  const instants = hypotheses.map((_, index) => quantileIn(span, evenFractionFor(index, round)));
  return hypotheses.map((hypothesis, index) => {
    const share = evenFractionFor(index, round);
    const { atMs, course, shiftMs = 0, heldMs = 0 } = turn(hypothesis, instants[index] ?? span.toMs, share);
    return { course, shiftMs, heldMs, sinceMs: atMs, before: withoutPast(hypothesis, atMs), weight: hypothesis.weight };
  });
}

function withoutPast(hypothesis: Hypothesis, nowMs: number): Hypothesis {
  const { before, sinceMs } = hypothesis;
  if (!before) return hypothesis;
  return { ...hypothesis, before: sinceMs < nowMs - PAST_MS ? undefined : withoutPast(before, nowMs) };
}

/** How well hypotheses explain something. */
export interface Likelihoods {
  readonly each: readonly number[];
  /** How far the best of them is off, ms. */
  readonly offMs: number;
}

/** How well each hypothesis explains that the slider was so at some instant of a span; `undefined`: none does. */
export function likelihoods(
  hypotheses: readonly Hypothesis[],
  reading: MotionState,
  span: PredictedSpan,
): Likelihoods | undefined {
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
      const likely = likelihoodIn(span, atMs);
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

/** Weighs hypotheses anew; once few of them have all the weight, those are taken several times and spread a little. */
export function weighHypotheses(
  hypotheses: readonly Hypothesis[],
  { each, offMs }: Likelihoods,
  round: number,
): readonly Hypothesis[] {
  const weights = hypotheses.map(({ weight }, index) => weight * (each[index] ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) return hypotheses;
  const next = hypotheses.map((hypothesis, index) => ({ ...hypothesis, weight: (weights[index] ?? 0) / total }));
  const effectiveCount = 1 / next.reduce((sum, { weight }) => sum + weight ** 2, 0);
  return effectiveCount < HYPOTHESES / 2 ? selected(next, round, SPREAD_MS + offMs) : next;
}

/** Takes each hypothesis as often as its weight says. */
function selected(hypotheses: readonly Hypothesis[], round: number, farMs: number): readonly Hypothesis[] {
  const taken: Hypothesis[] = [];
  let cumulative = 0;
  for (const hypothesis of hypotheses) {
    cumulative += hypothesis.weight;
    while (taken.length < HYPOTHESES && cumulative * HYPOTHESES > taken.length + 0.5) {
      const spreadMs = (evenFractionFor(taken.length, round) - 0.5) * 2 * farMs;
      taken.push({ ...hypothesis, shiftMs: hypothesis.shiftMs + spreadMs, weight: 1 / HYPOTHESES });
    }
  }
  return taken.length === HYPOTHESES ? taken : hypotheses;
}
