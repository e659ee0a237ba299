import { expect, test } from 'vitest';
import { clockScatterPlotOf } from './clock-scatter.ts';

const SIZE = { width: 124, height: 124, newest: 1 };

test('the quickest sample stands at the left, the largest offset at the top, and the newest is marked', () => {
  const scatter = clockScatterPlotOf(
    [
      { seq: 4, rtdMs: 40, offsetMs: 0 },
      { seq: 9, rtdMs: 140, offsetMs: 50 },
    ],
    SIZE,
  );
  expect(scatter).toEqual({
    points: [
      { seq: 4, x: 12, y: 112, isNew: false },
      { seq: 9, x: 112, y: 12, isNew: true },
    ],
    trip: { least: 40, most: 140 },
    offset: { least: 0, most: 50 },
  });
});

test('one sample stands in the middle, and without samples there is no drawing', () => {
  expect(clockScatterPlotOf([{ seq: 1, rtdMs: 40, offsetMs: -7 }], SIZE)?.points).toEqual([
    { seq: 1, x: 62, y: 62, isNew: true },
  ]);
  expect(clockScatterPlotOf([], SIZE)).toBeUndefined();
});
