/** Between which two instants something happened at the device, monotonic ms. */
export interface PredictedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** How long one direction usually takes beyond the least, ms; left out: all of the span is as likely. */
  readonly usualMs?: number;
  /** Where the device reported it twice: until when it has happened by the later report, ms. */
  readonly laterMs?: number;
}

/** Learns from the round trips of a device how long its answers and events take. */
export interface RoundTrips {
  /** When a call was executed that was answered now. Learns from it where the device itself answered. */
  answered(sentMs: number, answeredMs: number, isOfDevice: boolean): PredictedSpan;
  /** When a call sent now will be executed, if it takes as long as those before. */
  expected(sentMs: number): PredictedSpan;
  /** When something happened that is reported now: before the report, later than `notBeforeMs`. */
  received(receivedMs: number, notBeforeMs?: number): PredictedSpan;
  /** Whether what was sent can have been answered by now. */
  mayBeAnswered(sentMs: number, nowMs: number): boolean;
  /** How long an answer may take before the call is no longer expected to arrive. */
  patienceMs(): number;
}

/** How many round trips are remembered. */
const TRIPS_MAX = 40;
/** What a device behind a near cloud takes, until it has answered. */
const FIRST_TRIP_MS = 30;
/** How much quicker than half the quickest trip one way may be, as shares of what others took longer and of the trip. */
const MARGIN_OF_SPARE = 0.25;
const MARGIN_OF_TRIP = 0.05;
/** How far delays differ, as a share of the usual one; how many are late, and by how many usual delays. */
const DELAY_SPREAD = 0.7;
const LATE_SHARE = 0.08;
const LATE_DELAYS = 6;
const QUANTILE_STEPS = 40;
/** A call that was not answered in so many of the longest round trips is not counted on. */
const PATIENCE = 3;

/**
 * The quickest round trips seen are taken to be half down and half up, give or take a margin; whatever another took
 * longer may have been lost in either direction.
 */
export function createRoundTrips(): RoundTrips {
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

/** How likely an instant of a span is: the delays there and back both have to be usual. */
export function likelihoodIn({ fromMs, toMs, usualMs = 0, laterMs }: PredictedSpan, atMs: number): number {
  if (!(usualMs > 0)) return 1;
  const there = likelihoodOfDelay(atMs - fromMs, usualMs) * likelihoodOfDelay(toMs - atMs, usualMs);
  // Both reports came by the same link for a part of their path, so the later one counts for half.
  return laterMs === undefined ? there : there * Math.sqrt(likelihoodOfDelay(laterMs - atMs, usualMs));
}

/** A delay is the usual one, now and then a much longer one. */
const likelihoodOfDelay = (lostMs: number, usualMs: number): number =>
  Math.exp(-0.5 * ((lostMs / usualMs - 1) / DELAY_SPREAD) ** 2) +
  LATE_SHARE * Math.exp(-lostMs / usualMs / LATE_DELAYS);

/** The instant before which it has happened with a probability (0..1). */
export function quantileIn(span: PredictedSpan, share: number): number {
  if (!span.usualMs || !(span.toMs > span.fromMs)) return instantInSpan(span, share);
  const instants = Array.from({ length: QUANTILE_STEPS }, (_, index) =>
    instantInSpan(span, (index + 0.5) / QUANTILE_STEPS),
  );
  const weights = instants.map((atMs) => likelihoodIn(span, atMs));
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    if (left <= weight) return instantInSpan(span, (index + left / weight) / QUANTILE_STEPS);
    left -= weight;
  }
  return span.toMs;
}

/** The middle of a span. */
export const middleOfSpan = ({ fromMs, toMs }: PredictedSpan): number => (fromMs + toMs) / 2;

/** The same span so much later, ms. */
export const spanLaterBy = (span: PredictedSpan, byMs: number): PredictedSpan => ({
  ...span,
  fromMs: span.fromMs + byMs,
  toMs: span.toMs + byMs,
});

/** A span that is so much longer at both ends, ms. */
export const widenedSpan = (span: PredictedSpan, byMs: number): PredictedSpan => ({
  ...span,
  fromMs: span.fromMs - byMs,
  toMs: span.toMs + byMs,
});

/** The instant at a share of a span. */
export const instantInSpan = ({ fromMs, toMs }: PredictedSpan, share: number): number =>
  fromMs + (toMs - fromMs) * share;
