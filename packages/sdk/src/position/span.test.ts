import { describe, expect, test } from 'vitest';
import { createRoundTripEstimator, likelihoodInSpan, middleOfSpan, quantileOfSpan } from './span.ts';

describe('round trips', () => {
  test('of equal length put the call in their middle', () => {
    const trips = createRoundTripEstimator();
    for (let trip = 0; trip < 5; trip++) trips.answered(0, 100, true);
    expect(middleOfSpan(trips.answered(1_000, 1_100, true))).toBe(1_050);
    expect(middleOfSpan(trips.expected(1_000))).toBeCloseTo(1_050, 6);
    expect(trips.mayBeAnswered(1_000, 1_020)).toBe(false);
    expect(trips.mayBeAnswered(1_000, 1_100)).toBe(true);
  });

  test('that are longer leave the direction of the delay open', () => {
    const trips = createRoundTripEstimator();
    for (let trip = 0; trip < 5; trip++) trips.answered(0, 100, true);
    const { fromMs, toMs } = trips.answered(0, 300, true);
    expect(fromMs).toBeLessThanOrEqual(50);
    expect(toMs).toBeGreaterThanOrEqual(250);
  });

  test('of calls that the cloud answers itself are ignored', () => {
    const trips = createRoundTripEstimator();
    trips.answered(0, 200, true);
    trips.answered(0, 4, false);
    expect(middleOfSpan(trips.expected(0))).toBeCloseTo(100, 6);
  });

  test('an event has happened half a trip ago, never before its call', () => {
    const trips = createRoundTripEstimator();
    for (const tripMs of [100, 140, 180]) trips.answered(0, tripMs, true);
    const { fromMs, toMs } = trips.received(1_000);
    expect(toMs).toBeLessThan(1_000);
    expect(fromMs).toBeLessThan(toMs);
    expect(trips.received(1_000, 920).fromMs).toBeGreaterThan(920);
    expect(trips.received(1_000, 999).fromMs).toBeLessThanOrEqual(toMs);
  });
});

describe('a span', () => {
  const span = { fromMs: 0, toMs: 40, usualMs: 20 };

  test('is most likely where both directions took their usual time', () => {
    expect(likelihoodInSpan(span, 20)).toBeGreaterThan(likelihoodInSpan(span, 5));
    expect(quantileOfSpan(span, 0.5)).toBeCloseTo(20, 0);
    expect(quantileOfSpan({ fromMs: 0, toMs: 40 }, 0.25)).toBe(10);
    expect(quantileOfSpan(span, 1)).toBeLessThanOrEqual(40);
  });

  test('far longer than usual is most likely near its ends: one direction was late', () => {
    const long = { fromMs: 0, toMs: 300, usualMs: 20 };
    expect(likelihoodInSpan(long, 20)).toBeGreaterThan(likelihoodInSpan(long, 150));
    expect(likelihoodInSpan(long, 280)).toBeGreaterThan(likelihoodInSpan(long, 150));
    // Two late reports both show that the request was late.
    expect(quantileOfSpan({ ...long, laterMs: 305 }, 0.5)).toBeGreaterThan(150);
  });
});
