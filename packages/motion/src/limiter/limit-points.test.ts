import { createRandom } from '@tactus/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScriptPoint } from '../scripts/script.ts';
import { wholePercentsIn } from './allowed-share.ts';
import { limitPoints, rateBorne, startLimiter } from './limit-points.ts';
import { type MotionLimits, NO_LIMITS } from './motion-limits.ts';

const STROKE_MM = 100;
const limits = (changes: Partial<MotionLimits>): MotionLimits => ({ ...NO_LIMITS, ...changes });
const limited = (points: readonly ScriptPoint[], changes: Partial<MotionLimits>, x = 0) =>
  limitPoints(points, startLimiter(x, 0), limits(changes), STROKE_MM).points;

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

  test('a leg that is too fast ends where the speed limit takes it', () => {
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

  test('points that come too thick for a percent each are left out, and the way is gone all the same', () => {
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

  test('a ramp lets the speed rise from nothing', () => {
    const points = [0, 100, 0, 100, 0].map((x, index) => ({ t: index * 1_000, x }));
    const ramped = limited(points, { maxSpeedMmS: 100, rampMs: 4_000 });
    expect(ramped.map(({ x }) => x)).toEqual([0, 25, 0, 75, 0]);
  });

  test('a ramp without a speed limit rises to what the fastest device does, and then leaves points alone', () => {
    const points = [0, 100, 0, 100].map((x, index) => ({ t: index * 100, x }));
    expect(limited(points, { rampMs: 1_000 }).map(({ x }) => x)).toEqual([0, 4, 0, 13]);
    const later = [0, 100, 0].map((x, index) => ({ t: 1_000 + index * 100, x }));
    expect(limited(later, { rampMs: 1_000 })).toEqual(later);
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

  test('a point of a time that has passed is left out', () => {
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

test('no leg is faster than the limit or turns more sharply, however the points are cut into calls and at whatever rate', () => {
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
        const whole = limitPoints(points, startLimiter(startX, 0), rules, STROKE_MM, played);
        const one = limitPoints(points.slice(0, cut), startLimiter(startX, 0), rules, STROKE_MM, played);
        const two = limitPoints(points.slice(cut), one.state, rules, STROKE_MM, played);
        expect([...one.points, ...two.points]).toEqual(whole.points);
        const borne = rateBorne(whole.demand, rules, STROKE_MM);
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

/** Plays points at a rate from a place, and looks at every leg and corner. */
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

test('a script far below the limits comes out as it went in', () => {
  const random = createRandom(4);
  const points = Array.from({ length: 500 }, (_, index) => ({ t: index * 500, x: random.integer(40, 60) }));
  expect(limited(points, { maxSpeedMmS: 350, maxAccelerationMmS2: 9_000 }, points[0]?.x)).toEqual(points);
});
