import { expect, test } from 'vitest';
import { thinPoints } from './thin-points.ts';

const pairs = (...points: [number, number][]) => points.map(([t, x]) => ({ t, x }));

test('the remaining points are at least the gap apart; the first and the last remain', () => {
  const ramp = Array.from({ length: 11 }, (_, index) => ({ t: index * 10, x: index * 10 }));
  expect(thinPoints(ramp, 30).map(({ t }) => t)).toEqual([0, 30, 60, 100]);
  expect(thinPoints(pairs([0, 0], [10, 5]), 100)).toEqual(pairs([0, 0], [10, 5]));
});

test('a turn of the movement is preferred to a point between turns', () => {
  const points = pairs([0, 0], [100, 60], [130, 90], [200, 40], [300, 0]);
  expect(thinPoints(points, 90)).toEqual(pairs([0, 0], [130, 90], [300, 0]));
});

test('without a gap all points remain', () => {
  const points = pairs([0, 0], [1, 9]);
  expect(thinPoints(points, 0)).toBe(points);
  expect(thinPoints([], 50)).toEqual([]);
});
