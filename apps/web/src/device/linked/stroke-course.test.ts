import fc from 'fast-check';
import { expect, test } from 'vitest';
import { courseMsInWindow, LEG_MS, strokeCourse } from './stroke-course.ts';

const part = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
  .filter(([one, other]) => Math.abs(one - other) > 10)
  .map(([one, other]) => ({ min: Math.min(one, other) / 100, max: Math.max(one, other) / 100 }));

/** Where the course is at a time, percent of the stroke. */
function placeAt(window: { min: number; max: number }, courseMs: number): number {
  const { timesMs, positions } = strokeCourse(window, 0, { fromLeg: 0, legs: 8 });
  const next = timesMs.findIndex((atMs) => atMs > courseMs);
  const [fromMs = 0, toMs = 0] = timesMs.subarray(next - 1, next + 1);
  const [from = 0, to = 0] = positions.subarray(next - 1, next + 1);
  return from + ((courseMs - fromMs) / (toMs - fromMs)) * (to - from);
}

test('property: another part of the stroke is begun at the same place in the same direction, or at the nearest end', () => {
  fc.assert(
    fc.property(part, part, fc.integer({ min: 0, max: 5 * LEG_MS }), (before, next, courseMs) => {
      const ms = courseMsInWindow(courseMs, before, next);
      const nearest = Math.min(Math.max(placeAt(before, courseMs), next.min * 100), next.max * 100);
      expect(Math.abs(placeAt(next, ms) - nearest)).toBeLessThanOrEqual(2);
      expect(Math.abs(ms - courseMs)).toBeLessThanOrEqual(LEG_MS);
    }),
  );
});

test('a course goes to and fro between the ends, its times rising', () => {
  const { timesMs, positions } = strokeCourse({ min: 0.2, max: 0.8 }, 500, { fromLeg: 2, legs: 4 });
  expect([...timesMs]).toEqual([...timesMs].sort((one, other) => one - other));
  expect([timesMs[0], Math.min(...positions), Math.max(...positions)]).toEqual([2_500, 20, 80]);
});
