import { expect, test } from 'vitest';
import { lapLengthMs, pointsFromStreamTime, wrapIntoLap } from './laps.ts';

const points = [
  { t: 100, x: 0 },
  { t: 300, x: 100 },
  { t: 500, x: 50 },
];

test('a lap goes from the first point to the last; one point or none makes no lap', () => {
  expect(lapLengthMs(points)).toBe(400);
  expect(lapLengthMs(points.slice(0, 1))).toBe(0);
  expect(lapLengthMs([])).toBe(0);
});

test('a time after the end is folded into the lap, one before it stays', () => {
  expect(wrapIntoLap(points, 50)).toBe(50);
  expect(wrapIntoLap(points, 499)).toBe(499);
  expect(wrapIntoLap(points, 500)).toBe(100);
  expect(wrapIntoLap(points, 1_450)).toBe(250);
  expect(wrapIntoLap([], 70)).toBe(70);
});

test('the points from a time on begin with a point at exactly that time', () => {
  expect(pointsFromStreamTime(points, 200)).toEqual([{ t: 200, x: 50 }, ...points.slice(1)]);
  expect(pointsFromStreamTime(points, 50)).toEqual(points);
  expect(pointsFromStreamTime(points, 700)).toEqual([{ t: 700, x: 50 }]);
  expect(pointsFromStreamTime([], 10)).toEqual([]);
});
