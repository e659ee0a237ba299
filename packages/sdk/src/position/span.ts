/** The span of time within which the device executed something, monotonic ms. */
export interface ExecutionSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** The usual delay of one direction beyond the minimum, ms; left out: every instant of the span is equally likely. */
  readonly usualMs?: number;
  /** If the device reported it twice: the upper bound by the later report, ms. */
  readonly laterMs?: number;
}

/** Estimates the delays of a device's answers and events from its round trips. */
export interface RoundTripEstimator {
  /** When a call that is answered now was executed. Learns from it if the device itself answered. */
  answered(sentMs: number, answeredMs: number, isOfDevice: boolean): ExecutionSpan;
  /** When a call that is sent now will be executed, by the delays of earlier ones. */
  expected(sentMs: number): ExecutionSpan;
  /** When a change that is reported now happened: before the report, after `notBeforeMs`. */
  received(receivedMs: number, notBeforeMs?: number): ExecutionSpan;
  /** Whether a sent call can have been answered by now. */
  mayBeAnswered(sentMs: number, nowMs: number): boolean;
  /** The wait for an answer after which the call is no longer expected to arrive. */
  patienceMs(): number;
}

/** How many round trips are stored. */
const TRIPS_MAX = 40;
/** The first assumption: the answer time of a device behind a near cloud. */
const FIRST_TRIP_MS = 30;
/** How much faster than half the fastest trip a direction may be, as shares of the others' delay and of the trip. */
const MARGIN_OF_SPARE = 0.25;
const MARGIN_OF_TRIP = 0.05;
/** The spread of delays, as a share of the usual one; the share of late ones, and their delay in usual ones. */
const DELAY_SPREAD = 0.7;
const LATE_SHARE = 0.08;
const LATE_DELAYS = 6;
const QUANTILE_STEPS = 40;
/** A call without an answer after this many of the longest round trips is not expected any more. */
const PATIENCE = 3;

/**
 * The fastest round trips are assumed to be half down and half up, within a margin; the extra time of any other may
 * have been lost in either direction.
 */
export function createRoundTripEstimator(): RoundTripEstimator {
  let trips: readonly number[] = [];
  let halfMs = 0;
  let spareMs = 0;
  learn(FIRST_TRIP_MS);
  trips = [];

  function learn(tripMs: number): void {
    trips = [...trips, tripMs].slice(-TRIPS_MAX);
    const sorted = trips.toSorted((a, b) => a - b);
    const [quickest = tripMs, middle = tripMs] = [sorted[0], sorted[sorted.length >>> 1]];
    const marginMs = Math.max((middle - quickest) * MARGIN_OF_SPARE, quickest * MARGIN_OF_TRIP);
    halfMs = quickest / 2 - marginMs;
    spareMs = middle - 2 * halfMs;
  }

  return {
    answered(sentMs, answeredMs, isOfDevice) {
      if (isOfDevice) learn(answeredMs - sentMs);
      const eachMs = Math.min(halfMs, (answeredMs - sentMs) / 2);
      return { fromMs: sentMs + eachMs, toMs: answeredMs - eachMs, usualMs: spareMs / 2 };
    },
    expected: (sentMs) => ({ fromMs: sentMs + halfMs, toMs: sentMs + halfMs + spareMs }),
    received(receivedMs, notBeforeMs = -Infinity) {
      const toMs = receivedMs - halfMs;
      return { fromMs: Math.min(toMs, Math.max(toMs - spareMs, notBeforeMs + halfMs)), toMs };
    },
    mayBeAnswered: (sentMs, nowMs) => nowMs - sentMs >= 2 * halfMs,
    patienceMs: () => Math.max(FIRST_TRIP_MS, ...trips) * PATIENCE,
  };
}

/** The likelihood of an instant of a span: the delays there and back both have to be usual. */
export function likelihoodInSpan({ fromMs, toMs, usualMs = 0, laterMs }: ExecutionSpan, atMs: number): number {
  if (!(usualMs > 0)) return 1;
  const there = likelihoodOfDelay(atMs - fromMs, usualMs) * likelihoodOfDelay(toMs - atMs, usualMs);
  // Both reports came by the same link for a part of their path, so the later one counts for half.
  return laterMs === undefined ? there : there * Math.sqrt(likelihoodOfDelay(laterMs - atMs, usualMs));
}

/** A delay is usual, or occasionally much longer. */
const likelihoodOfDelay = (lostMs: number, usualMs: number): number =>
  Math.exp(-0.5 * ((lostMs / usualMs - 1) / DELAY_SPREAD) ** 2) +
  LATE_SHARE * Math.exp(-lostMs / usualMs / LATE_DELAYS);

/** The instant before which it happened with a probability (0..1). */
export function quantileOfSpan(span: ExecutionSpan, share: number): number {
  if (!span.usualMs || !(span.toMs > span.fromMs)) return instantInSpan(span, share);
  const instants = Array.from({ length: QUANTILE_STEPS }, (_, index) =>
    instantInSpan(span, (index + 0.5) / QUANTILE_STEPS),
  );
  const weights = instants.map((atMs) => likelihoodInSpan(span, atMs));
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    if (left <= weight) return instantInSpan(span, (index + left / weight) / QUANTILE_STEPS);
    left -= weight;
  }
  return span.toMs;
}

/** The middle of a span. */
export const middleOfSpan = ({ fromMs, toMs }: ExecutionSpan): number => (fromMs + toMs) / 2;

/** The same span moved by this much, ms. */
export const spanLaterBy = (span: ExecutionSpan, byMs: number): ExecutionSpan => ({
  ...span,
  fromMs: span.fromMs + byMs,
  toMs: span.toMs + byMs,
});

/** A span extended by this much at both ends, ms. */
export const widenedSpan = (span: ExecutionSpan, byMs: number): ExecutionSpan => ({
  ...span,
  fromMs: span.fromMs - byMs,
  toMs: span.toMs + byMs,
});

/** The instant at a share of a span. */
export const instantInSpan = ({ fromMs, toMs }: ExecutionSpan, share: number): number =>
  fromMs + (toMs - fromMs) * share;
