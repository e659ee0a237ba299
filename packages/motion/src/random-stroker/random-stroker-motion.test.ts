import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import { cruiseSpeedMmS } from '../motor-limits.ts';
import { planOscillation } from '../oscillation.ts';
import { type Plan, planRest, planStateAt } from '../plan.ts';
import { composeWindows, zoneOfWindow } from '../zone.ts';
import { randomStroke } from './random-stroker.ts';

const HOUR_MS = 3_600_000;
const SAMPLE_MS = 250;
/** Rounding of a plan, mm. */
const ROUNDING_MM = 1e-6;

const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const range = fc.tuple(share, share).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

test('over a simulated hour the slider of a real model never leaves the stroke that the user has set', () => {
  const movement = movementOfModel(0);
  if (movement === undefined) throw new Error('The first model has a slider');
  const { travel, speed, maxAccelerationMmS2 } = movement;
  const limits = { maxSpeedMmS: speed.maxMmS, maxAccelerationMmS2 };
  const rule = { speedRange: range, strokeRange: range, minimumStrokeLength: share };
  fc.assert(
    fc.property(fc.integer({ min: 0 }), range, fc.record(rule), (seed, personal, ranges) => {
      const rules = { ...ranges, timeBetweenMs: 5_000, pauseMs: 0 };
      const allowed = zoneOfWindow(travel, personal);
      let [lowestMm, highestMm, fastestMmS] = [Infinity, -Infinity, 0];
      let plan: Plan = planRest(0, (allowed.minMm + allowed.maxMm) / 2);
      for (let startMs = 0, index = 0; startMs < HOUR_MS; startMs += rules.timeBetweenMs, index += 1) {
        const { velocity01, window } = randomStroke(seed, index, rules);
        plan = planOscillation({
          startMs,
          from: planStateAt(plan, startMs),
          zone: zoneOfWindow(travel, composeWindows(personal, window)),
          limits,
          cruiseMmS: cruiseSpeedMmS(speed, velocity01),
          heading: 'up',
        });
        for (let atMs = startMs; atMs < startMs + rules.timeBetweenMs; atMs += SAMPLE_MS) {
          const { positionMm, speedMmS } = planStateAt(plan, atMs);
          lowestMm = Math.min(lowestMm, positionMm);
          highestMm = Math.max(highestMm, positionMm);
          fastestMmS = Math.max(fastestMmS, Math.abs(speedMmS));
        }
      }
      expect(lowestMm).toBeGreaterThanOrEqual(allowed.minMm - ROUNDING_MM);
      expect(highestMm).toBeLessThanOrEqual(allowed.maxMm + ROUNDING_MM);
      expect(fastestMmS).toBeLessThanOrEqual(speed.maxMmS + ROUNDING_MM);
    }),
    { numRuns: 10 },
  );
});
