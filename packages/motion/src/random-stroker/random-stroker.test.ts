import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearRampAt, sessionEndFactor } from './easing.ts';
import { type RandomStrokerRules, randomStroke } from './random-stroker.ts';
import { seededFraction, seedOfText } from './seeded-fraction.ts';

const HOUR_MS = 3_600_000;
/** Sums of shares have at most this rounding error. */
const ROUNDING = 1e-9;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const range = fc.tuple(share, share).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const rules: fc.Arbitrary<RandomStrokerRules> = fc.record({
  speedRange: range,
  strokeRange: range,
  minimumStrokeLength: share,
  timeBetweenMs: fc.integer({ min: 1_000, max: 60_000 }),
  pauseMs: fc.integer({ min: 0, max: 60_000 }),
});

/** Everything that is picked in a time. */
function picksIn(spanMs: number, ofSeed: number, by: RandomStrokerRules) {
  const picks = [];
  for (let atMs = 0, index = 0; atMs < spanMs; index += 1) {
    const pick = randomStroke(ofSeed, index, by);
    picks.push(pick);
    atMs += pick.moveMs + pick.restMs;
  }
  return picks;
}

/** The default settings of the random stroker. */
const CLASSIC: RandomStrokerRules = {
  speedRange: { min: 0, max: 0.9 },
  strokeRange: { min: 0.2, max: 0.8 },
  minimumStrokeLength: 0.25,
  timeBetweenMs: 5_000,
  pauseMs: 0,
};

describe('a random stroker', () => {
  test('keeps speeds, windows, lengths and pauses inside their ranges for an hour', () => {
    fc.assert(
      fc.property(seed, rules, (ofSeed, by) => {
        const { speedRange, strokeRange } = by;
        const shortest = Math.min(by.minimumStrokeLength, strokeRange.max - strokeRange.min);
        for (const { velocity01, window, moveMs, restMs } of picksIn(HOUR_MS, ofSeed, by)) {
          expect(velocity01).toBeGreaterThanOrEqual(speedRange.min);
          expect(velocity01).toBeLessThanOrEqual(speedRange.max + ROUNDING);
          expect(window.min).toBeGreaterThanOrEqual(strokeRange.min);
          expect(window.max).toBeLessThanOrEqual(strokeRange.max);
          expect(window.max - window.min).toBeGreaterThanOrEqual(shortest - ROUNDING);
          expect([moveMs, restMs]).toEqual([by.timeBetweenMs, by.pauseMs]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('repeats for the same seed, whatever was changed in between', () => {
    fc.assert(
      fc.property(seed, rules, rules, fc.nat(1_000), (ofSeed, by, meanwhile, index) => {
        const first = randomStroke(ofSeed, index, by);
        randomStroke(ofSeed, index - 1, meanwhile);
        expect(randomStroke(ofSeed, index, by)).toEqual(first);
      }),
    );
  });

  test('uses all of its ranges: an hour with the defaults is slow and fast, short and long, low and high', () => {
    const picks = picksIn(HOUR_MS, 7, CLASSIC);
    expect(picks).toHaveLength(720);
    const speeds = picks.map(({ velocity01 }) => velocity01);
    const lengths = picks.map(({ window }) => window.max - window.min);
    const middles = picks.map(({ window }) => (window.min + window.max) / 2);
    expect(Math.min(...speeds)).toBeLessThan(0.05);
    expect(Math.max(...speeds)).toBeGreaterThan(0.85);
    expect(Math.min(...lengths)).toBeLessThan(0.27);
    expect(Math.max(...lengths)).toBeGreaterThan(0.57);
    expect(Math.min(...middles)).toBeLessThan(0.38);
    expect(Math.max(...middles)).toBeGreaterThan(0.62);
    expect(new Set(speeds).size).toBe(720);
  });

  test('takes the whole range if that is shorter than the shortest allowed stroke', () => {
    const narrow = { ...CLASSIC, strokeRange: { min: 0.4, max: 0.5 } };
    for (const { window } of picksIn(60_000, 3, narrow)) {
      expect(window.min).toBeCloseTo(0.4);
      expect(window.max).toBeCloseTo(0.5);
    }
  });
});

describe('a seed', () => {
  test('comes from any text: equal texts give equal seeds, different texts different ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const number = seedOfText(text);
        expect(number).toBe(seedOfText(text));
        expect(Number.isInteger(number) && number >= 0 && number < 2 ** 32).toBe(true);
      }),
    );
    expect(new Set(['', 'a', 'b', 'ab', 'ba', 'æ'].map(seedOfText)).size).toBe(6);
  });

  test('gives shares that are spread evenly', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let place = 0; place < 10_000; place += 1) {
      const tenth = Math.floor(seededFraction(5, place) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe('easing', () => {
  test('a ramp goes straight from one value to the other and stays there; a ramp of no length is at its end at once', () => {
    const at = (elapsedMs: number) => linearRampAt({ from: 0.2, to: 0.6, elapsedMs, rampMs: 1_000 });
    expect([at(-5), at(0), at(500), at(1_000), at(9_000)].map((value) => Number(value.toFixed(6)))).toEqual([
      0.2, 0.2, 0.4, 0.6, 0.6,
    ]);
    expect(linearRampAt({ from: 0.2, to: 0.6, elapsedMs: 0, rampMs: 0 })).toBe(0.6);
  });

  test('a session loses its speed over its last half minute, never gains any, and has none at its end', () => {
    expect([0, 569_000, 570_000, 585_000, 600_000, 700_000].map((at) => sessionEndFactor(at, 600_000))).toEqual([
      1, 1, 1, 0.5, 0, 0,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: HOUR_MS }), share, share, (sessionMs, a, b) => {
        const [early, late] = [Math.min(a, b) * sessionMs, Math.max(a, b) * sessionMs];
        expect(sessionEndFactor(late, sessionMs)).toBeLessThanOrEqual(sessionEndFactor(early, sessionMs));
      }),
    );
  });

  test('a short session slows down in its last quarter only', () => {
    expect([0, 45_000, 52_500].map((at) => sessionEndFactor(at, 60_000))).toEqual([1, 1, 0.5]);
  });
});
