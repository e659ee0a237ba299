import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planMove, planStop } from './move.ts';
import { planOscillation } from './oscillation.ts';
import { distanceCoveredMm, type Plan, planEndMs, planRest, planStateAt } from './plan.ts';
import { nextKnotMs } from './testing/next-knot.ts';
import { planTrack } from './track/plan-track.ts';

const zone = { minMm: 5, maxMm: 105 };
const limits = { maxSpeedMmS: 400, maxAccelerationMmS2: 9000 };
const START_MS = 1_000;
const LEG_MS = 250 + 400 / 9;

const position = fc.double({ min: zone.minMm, max: zone.maxMm, noNaN: true });
const speed = fc.double({ min: -300, max: 300, noNaN: true });
const cruise = fc.double({ min: 32, max: 400, noNaN: true });
const state = fc
  .tuple(position, speed)
  .map(([positionMm, speedMmS]) => ({ positionMm: 20 + (positionMm - 5) * 0.7, speedMmS }));

/** Plans of every kind, from any state of movement. */
const plans: fc.Arbitrary<Plan> = fc.oneof(
  position.map((mm) => planRest(START_MS, mm)),
  fc
    .tuple(state, position, cruise)
    .map(([from, toMm, cruiseMmS]) => planMove({ startMs: START_MS, from, zone, limits, toMm, cruiseMmS })),
  state.map((from) => planStop({ startMs: START_MS, from, zone, limits })),
  fc
    .tuple(state, cruise, fc.constantFrom('up' as const, 'down' as const))
    .map(([from, cruiseMmS, heading]) =>
      planOscillation({ startMs: START_MS, from, zone, limits, cruiseMmS, heading }),
    ),
  state.map((from) => {
    const points = [0, 300, 450, 900, 1_500].map((t, index) => ({ t, x: index % 2 ? 80 : 30 }));
    const stream = { points, clock: { atMs: START_MS, streamMs: 100, rate: 1 }, loop: false };
    return planTrack({ startMs: START_MS, from, zone, limits, stream, horizonMs: 2_000 }).plan;
  }),
);

describe('the distance along a plan', () => {
  test('is the total distance in both directions', () => {
    fc.assert(
      fc.property(plans, fc.double({ min: 0, max: 3_000, noNaN: true }), (plan, spanMs) => {
        const steps = 2_000;
        let sum = 0;
        for (let step = 0; step < steps; step += 1) {
          const from = planStateAt(plan, START_MS + (spanMs * step) / steps).positionMm;
          sum += Math.abs(planStateAt(plan, START_MS + (spanMs * (step + 1)) / steps).positionMm - from);
        }
        // Samples miss the very tip of a turn.
        expect(distanceCoveredMm(plan, START_MS + spanMs)).toBeGreaterThanOrEqual(sum - 1e-6);
        expect(distanceCoveredMm(plan, START_MS + spanMs)).toBeLessThan(sum + 0.2);
      }),
      { numRuns: 100 },
    );
  });

  test('never falls, and adds up', () => {
    const span = fc.double({ min: 0, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(plans, span, span, (plan, a, b) => {
        const [early, late] = [START_MS + Math.min(a, b), START_MS + Math.max(a, b)];
        expect(distanceCoveredMm(plan, late)).toBeGreaterThanOrEqual(distanceCoveredMm(plan, early) - 1e-9);
        const way = Math.abs(planStateAt(plan, late).positionMm - planStateAt(plan, early).positionMm);
        expect(distanceCoveredMm(plan, late) - distanceCoveredMm(plan, early)).toBeGreaterThanOrEqual(way - 1e-6);
      }),
      { numRuns: 200 },
    );
  });

  test('is 0 before the start and at rest', () => {
    const from = { positionMm: 5, speedMmS: 0 };
    const move = planMove({ startMs: START_MS, from, zone, limits, toMm: 105 });
    expect(distanceCoveredMm(move, 0)).toBe(0);
    expect(distanceCoveredMm(move, START_MS)).toBe(0);
    expect(distanceCoveredMm(planRest(START_MS, 50), START_MS + 60_000)).toBe(0);
  });

  test('is constant after the end of the move', () => {
    const from = { positionMm: 5, speedMmS: 0 };
    const plan = planMove({ startMs: START_MS, from, zone, limits, toMm: 85 });
    expect(distanceCoveredMm(plan, planEndMs(plan))).toBeCloseTo(80, 9);
    expect(distanceCoveredMm(plan, planEndMs(plan) + 3_600_000)).toBeCloseTo(80, 9);
  });

  test('counts the distance of a turn twice', () => {
    const plan = planMove({ startMs: 0, from: { positionMm: 50, speedMmS: 300 }, zone, limits, toMm: 50 });
    // Braking from 300 mm/s takes 5 mm, and the slider comes back the same distance.
    expect(distanceCoveredMm(plan, planEndMs(plan))).toBeCloseTo(10, 9);
  });

  test('of an oscillation is two strokes a cycle, after hours too', () => {
    const from = { positionMm: 5, speedMmS: 0 };
    const plan = planOscillation({ startMs: 0, from, zone, limits, cruiseMmS: 400, heading: 'up' });
    for (const cycles of [1, 2, 1_000, 60_000]) {
      expect(distanceCoveredMm(plan, cycles * 2 * LEG_MS)).toBeCloseTo(cycles * 200, 4);
      expect(distanceCoveredMm(plan, (cycles * 2 + 0.5) * LEG_MS)).toBeCloseTo(cycles * 200 + 50, 4);
    }
  });
});

describe('the next change of acceleration', () => {
  test('before the start of an oscillation is the start', () => {
    const from = { positionMm: 5, speedMmS: 0 };
    const plan = planOscillation({ startMs: START_MS, from, zone, limits, cruiseMmS: 400, heading: 'up' });
    expect(nextKnotMs(plan, 0)).toBe(START_MS);
    expect(nextKnotMs(planRest(START_MS, 5), 0)).toBe(START_MS);
    expect(nextKnotMs(planRest(START_MS, 5), START_MS)).toBeUndefined();
  });
});
