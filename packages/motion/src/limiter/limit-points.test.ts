import { createRandom } from '@tactus/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScriptPoint } from '../scripts/script.ts';
import { highestRateWithin, limiterStateAtRest, limitPoints } from './limit-points.ts';
import { type MotionLimits, NO_LIMITS } from './motion-limits.ts';
import { wholePercentsIn } from './window-within-stroke.ts';

const STROKE_MM = 100;
const limits = (changes: Partial<MotionLimits>): MotionLimits => ({ ...NO_LIMITS, ...changes });
const limited = (points: readonly ScriptPoint[], changes: Partial<MotionLimits>, x = 0) =>
  limitPoints(points, limiterStateAtRest(x, 0), limits(changes), STROKE_MM).points;

describe('limits on points', () => {
  test('without limits nothing changes', () => {
    const points = [
      { t: 0, x: 50 },
      { t: 10, x: 100 },
      { t: 10, x: 0 },
      { t: 500, x: 7 },
    ];
    expect(limited(points, {})).toEqual(points);
  });

  test('a leg that is too fast ends as far as the speed limit allows', () => {
    expect(
      limited(
        [
          { t: 0, x: 0 },
          { t: 500, x: 100 },
        ],
        { maxSpeedMmS: 100 },
      ),
    ).toEqual([
      { t: 0, x: 0 },
      { t: 500, x: 50 },
    ]);
  });

  test('points less than a percent apart are left out, and the distance is the same', () => {
    const thick = Array.from({ length: 101 }, (_, index) => ({ t: index * 5, x: index }));
    const points = limited(thick, { maxSpeedMmS: 50 });
    expect(points.at(-1)).toEqual({ t: 500, x: 25 });
    expect(points.length).toBeLessThan(30);
  });

  test('a reversal is made smaller until the acceleration is enough for its corner', () => {
    const points = [0, 100, 0, 100].map((x, index) => ({ t: index * 200, x }));
    const [, first, second] = limited(points, { maxAccelerationMmS2: 1_000 });
    expect(first).toEqual({ t: 200, x: 40 });
    expect(second).toEqual({ t: 400, x: 40 });
  });

  test('a ramp raises the speed from zero to that of the script, by its mean over each leg', () => {
    const points = [0, 100, 0, 100, 0].map((x, index) => ({ t: index * 1_000, x }));
    for (const maxSpeedMmS of [100, Infinity])
      expect(limited(points, { maxSpeedMmS, rampMs: 4_000 }).map(({ x }) => x)).toEqual([0, 12, 0, 62, 0]);
  });

  test('a slow script has a ramp too, and the slider meets it again after the ramp', () => {
    const points = [0, 20, 0, 20, 0, 20].map((x, index) => ({ t: index * 1_000, x }));
    expect(limited(points, { rampMs: 4_000 }).map(({ x }) => x)).toEqual([0, 2, 0, 12, 0, 20]);
    const drift = Array.from({ length: 9 }, (_, index) => ({ t: index * 1_000, x: index * 10 }));
    expect(limited([...drift, { t: 9_000, x: 50 }], { rampMs: 2_000 }).map(({ x }) => x)).toEqual([
      0, 2, 9, 30, 40, 50, 60, 70, 80, 50,
    ]);
  });

  test('a ramp begins at the slider’s position, without a jump to the beginning of the script', () => {
    const points = [50, 60, 50, 60].map((x, index) => ({ t: index * 1_000, x }));
    expect(limited(points, { rampMs: 2_000 }, 0)[0]).toEqual({ t: 0, x: 0 });
  });

  test('reversed exchanges bottom and top', () => {
    expect(
      limited(
        [
          { t: 0, x: 0 },
          { t: 400, x: 30 },
        ],
        { reversed: true },
      ),
    ).toEqual([
      { t: 0, x: 100 },
      { t: 400, x: 70 },
    ]);
  });

  test('a hold stays a hold', () => {
    expect(
      limited(
        [
          { t: 0, x: 40 },
          { t: 300, x: 40 },
          { t: 900, x: 40 },
        ],
        { maxSpeedMmS: 10 },
        40,
      ),
    ).toEqual([
      { t: 0, x: 40 },
      { t: 300, x: 40 },
      { t: 900, x: 40 },
    ]);
  });

  test('a point whose time has passed is left out', () => {
    expect(
      limited(
        [
          { t: 500, x: 10 },
          { t: 400, x: 20 },
        ],
        {},
      ),
    ).toEqual([{ t: 500, x: 10 }]);
  });
});

test('no leg or corner exceeds the limits, at any rate and for any division of the points into calls', () => {
  const point = fc.record({ gap: fc.integer({ min: 0, max: 400 }), x: fc.integer({ min: 0, max: 100 }) });
  const share = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000);
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 20, max: 400 }),
      fc.integer({ min: 500, max: 9_000 }),
      fc.integer({ min: 0, max: 80 }),
      fc.double({ min: 0.25, max: 4, noNaN: true }),
      fc.record({ one: share, other: share, reversed: fc.boolean(), startX: fc.integer({ min: 0, max: 100 }) }),
      (steps, maxSpeedMmS, maxAccelerationMmS2, cut, rate, { one: end, other, reversed, startX }) => {
        let t = 0;
        const points = steps.map(({ gap, x }) => {
          t += gap;
          return { t, x };
        });
        const rules = limits({ maxSpeedMmS, maxAccelerationMmS2, reversed });
        const played = { rate, allowed: { min: Math.min(end, other), max: Math.max(end, other) } };
        const whole = limitPoints(points, limiterStateAtRest(startX, 0), rules, STROKE_MM, played);
        const one = limitPoints(points.slice(0, cut), limiterStateAtRest(startX, 0), rules, STROKE_MM, played);
        const two = limitPoints(points.slice(cut), one.state, rules, STROKE_MM, played);
        expect([...one.points, ...two.points]).toEqual(whole.points);
        const borne = highestRateWithin(whole.demand, rules, STROKE_MM);
        expect(borne).toBeGreaterThanOrEqual(rate * (1 - 1e-9));
        checkMotion(whole.points, startX, Math.min(borne, 1_000), { maxSpeedMmS, maxAccelerationMmS2 });
        const { lowest, highest } = wholePercentsIn(played.allowed);
        for (const { x } of whole.points) {
          expect(x).toBeGreaterThanOrEqual(Math.min(lowest, startX));
          expect(x).toBeLessThanOrEqual(Math.max(highest, startX));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('in a ramp no leg is faster than the script’s speed times the mean of the ramp; after it the slider meets the script again', () => {
  const RAMP_MS = 3_000;
  /** The slowest speed of a device, percent of the stroke a second: the speed at which a resting script is met. */
  const SLOWEST = 32;
  const point = fc.record({ gap: fc.integer({ min: 20, max: 700 }), x: fc.integer({ min: 0, max: 100 }) });
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom(0.5, 1, 2),
      (steps, cut, startX, rate) => {
        let t = 0;
        const points = [{ t: 0, x: 50 }].concat(
          steps.map(({ gap, x }) => {
            t += gap;
            return { t, x };
          }),
        );
        // Whole strokes at the end, in which every position is passed.
        for (const x of [0, 100, 0, 100, 0, 100, 0, 100, 0, 100, 0, 100, 0, 100]) {
          t += 500;
          points.push({ t, x });
        }
        const rules = limits({ rampMs: RAMP_MS });
        const one = limitPoints(points.slice(0, cut), limiterStateAtRest(startX, 0), rules, STROKE_MM, { rate });
        const two = limitPoints(points.slice(cut), one.state, rules, STROKE_MM, { rate });
        const out = [...one.points, ...two.points];
        expect(out).toEqual(limitPoints(points, limiterStateAtRest(startX, 0), rules, STROKE_MM, { rate }).points);
        const rampMs = RAMP_MS * rate;
        let last = { t: 0, x: startX };
        for (const next of out) {
          const share = meanRamp(last.t, next.t, rampMs);
          const requested = fastestBetween(points, last.t, next.t);
          const most = share < 1 ? requested * share : Math.max(requested, SLOWEST / rate);
          expect(Math.abs(next.x - last.x)).toBeLessThanOrEqual((most * (next.t - last.t)) / 1_000 + 1e-6);
          last = next;
        }
        // After the meeting the points are the script's own.
        expect(out.slice(-2)).toEqual(points.slice(-2));
      },
    ),
    { numRuns: 400 },
  );
});

/** The mean of a ramp between two times: a straight line until its end, 1 after it. */
function meanRamp(fromMs: number, toMs: number, rampMs: number): number {
  const riseEndMs = Math.min(Math.max(fromMs, rampMs), toMs);
  if (toMs === fromMs || fromMs >= rampMs) return Math.min(1, fromMs / rampMs);
  return (((fromMs + riseEndMs) / 2 / rampMs) * (riseEndMs - fromMs) + (toMs - riseEndMs)) / (toMs - fromMs);
}

/** The highest speed of a script between two times, percent a second. */
function fastestBetween(points: readonly ScriptPoint[], fromMs: number, toMs: number): number {
  let fastest = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from && to.t > fromMs && from.t < toMs)
      fastest = Math.max(fastest, (Math.abs(to.x - from.x) / (to.t - from.t)) * 1_000);
  }
  return fastest;
}

/** Plays points at a rate from a place, and checks every leg and corner. */
function checkMotion(
  points: readonly ScriptPoint[],
  startX: number,
  rate: number,
  { maxSpeedMmS, maxAccelerationMmS2 }: Pick<MotionLimits, 'maxSpeedMmS' | 'maxAccelerationMmS2'>,
): void {
  let last = { t: 0, x: startX, speed: 0, legS: 0 };
  for (const { t, x } of points) {
    const legS = (t - last.t) / 1_000 / rate;
    if (legS === 0) {
      expect(x).toBe(last.x);
      continue;
    }
    const speed = (x - last.x) / legS;
    expect(Math.abs(speed)).toBeLessThanOrEqual(maxSpeedMmS * (1 + 1e-9));
    const shorterS = last.legS > 0 ? Math.min(last.legS, legS) : legS;
    const slowsDown = speed * last.speed >= 0 && Math.abs(speed) <= Math.abs(last.speed);
    if (!slowsDown) expect(Math.abs(speed - last.speed)).toBeLessThanOrEqual(maxAccelerationMmS2 * shorterS + 1e-6);
    last = { t, x, speed, legS };
  }
}

test('a script far below the limits is unchanged', () => {
  const random = createRandom(4);
  const points = Array.from({ length: 500 }, (_, index) => ({ t: index * 500, x: random.integer(40, 60) }));
  expect(limited(points, { maxSpeedMmS: 350, maxAccelerationMmS2: 9_000 }, points[0]?.x)).toEqual(points);
});
