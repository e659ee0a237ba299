import type { ScriptPoint } from '@tactus/motion';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { courseThatBecomes, placeOnCourse, strokeCourseFrom } from './stroke-course.ts';

const window = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
  .filter(([one, other]) => Math.abs(one - other) > 10)
  .map(([one, other]) => ({ min: Math.min(one, other) / 100, max: Math.max(one, other) / 100 }));
const legMs = fc.integer({ min: 150, max: 4_000 });
const LEGS = 6;
/** The speed in the middle of a leg, in lengths of the leg and times of it. */
const MIDDLE_SPEED = 1.1766;
/** Whole percents and whole ms, percent. */
const ROUNDING_PERCENT = 1;

/** How much further a leg between two points goes than a course of that speed may, percent. */
function mostBeyond(points: readonly ScriptPoint[], percentPerMs: number): number {
  const legs = points.slice(1).map(({ t, x }, index) => {
    const from = points[index] ?? { t, x };
    return Math.abs(x - from.x) - (t - from.t + 1) * percentPerMs;
  });
  return Math.max(...legs);
}

test('property: another velocity and part of the stroke are begun where the slider is, no faster than before or afterwards', () => {
  fc.assert(
    fc.property(
      window,
      legMs,
      window,
      legMs,
      fc.integer({ min: 0, max: 20_000 }),
      (one, oneMs, other, otherMs, atMs) => {
        const first = strokeCourseFrom(
          { atMs: 0, share: one.min, goesUp: true },
          { window: one, legMs: oneMs, legs: LEGS },
        );
        const place = placeOnCourse(first, Math.min(atMs, LEGS * oneMs - 1));
        const next = strokeCourseFrom(place, { window: other, legMs: otherMs, legs: LEGS });
        const { points } = courseThatBecomes(first, next, 0);
        const times = points.map(({ t }) => t);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        const speed = Math.max(((one.max - one.min) * 100) / oneMs, ((other.max - other.min) * 100) / otherMs);
        expect(mostBeyond(points, speed * MIDDLE_SPEED)).toBeLessThanOrEqual(ROUNDING_PERCENT);
        const xs = next.points.slice(-10).map(({ x }) => x / 100);
        expect([Math.min(...xs), Math.max(...xs)]).toEqual([other.min, other.max]);
      },
    ),
  );
});

test('a course goes to and fro between the ends, its times rising, and goes on from its end', () => {
  const course = strokeCourseFrom(
    { atMs: 500, share: 0.2, goesUp: true },
    { window: { min: 0.2, max: 0.8 }, legMs: 1_000, legs: 3 },
  );
  expect(course.points.filter(({ x }) => x === 20 || x === 80)).toEqual([
    { t: 500, x: 20 },
    { t: 1_500, x: 80 },
    { t: 2_500, x: 20 },
    { t: 3_500, x: 80 },
  ]);
  expect(course.goesUp).toBe(false);
});

test('a slider outside of the part of the stroke goes into it first, in the direction of that part', () => {
  const { points } = strokeCourseFrom(
    { atMs: 0, share: 1, goesUp: true },
    { window: { min: 0.2, max: 0.6 }, legMs: 1_000, legs: 1 },
  );
  expect(points[0]).toEqual({ t: 0, x: 100 });
  expect(points[1]).toEqual({ t: Math.round(1_000 / MIDDLE_SPEED), x: 60 });
  expect(points.at(-1)?.x).toBe(20);
});
