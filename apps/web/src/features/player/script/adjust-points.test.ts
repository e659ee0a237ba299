import { pointsToColumns } from '@tactus/motion';
import { expect, test } from 'vitest';
import { adjustPoints, NO_ADJUSTMENTS } from './adjust-points.ts';

const columns = pointsToColumns([
  { t: 0, x: 10 },
  { t: 500, x: 90 },
]);
const xs = (shape: Parameters<typeof adjustPoints>[1]) => [...adjustPoints(columns, shape).positions];

test('the sent points are those of the script, inverted and with shorter strokes where the person wants that', () => {
  expect(xs(NO_ADJUSTMENTS)).toEqual([10, 90]);
  expect(xs({ invert: true, intensityPercent: 100 })).toEqual([90, 10]);
  expect(xs({ invert: false, intensityPercent: 50 })).toEqual([30, 70]);
  expect(xs({ invert: true, intensityPercent: 50 })).toEqual([70, 30]);
});
