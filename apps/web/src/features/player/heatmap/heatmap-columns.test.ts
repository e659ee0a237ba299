import { heatmapOf, pointsToColumns } from '@tactus/motion';
import { expect, test } from 'vitest';
import { areDense, heatmapBars, heatmapColumnAt, heatmapColumns } from './heatmap-columns.ts';
import { chapterAt, seekTargetOfKey } from './heatmap-seek.ts';

/** 10 s at 200 %/s over the whole stroke, then 10 s of rest at the bottom. */
const strokes = heatmapOf(
  pointsToColumns([
    ...Array.from({ length: 21 }, (_, index) => ({ t: index * 500, x: (index % 2) * 100 })),
    { t: 20_000, x: 0 },
  ]),
);

test.each([37, 200, 1_120, 3_000])('every column of a picture %i pixels wide shows the motion of its time', (width) => {
  const columns = heatmapColumns(strokes, width, 20_000);
  expect(columns).toHaveLength(width);
  const [moving, resting] = [columns[Math.floor(width * 0.2)], columns[Math.floor(width * 0.8)]];
  expect(moving?.speed).toBeCloseTo(200, -1);
  expect(resting).toEqual({ speed: 0, low: 0, high: 0 });
});

test('a recording that goes on after its script has nothing to show there', () => {
  const columns = heatmapColumns(strokes, 100, 40_000);
  expect(columns[20]?.speed).toBeCloseTo(200, -1);
  const after = columns[90];
  expect(after?.low).toBeGreaterThan(after?.high ?? 255);
});

/** Two hours with 20 strokes a second: small ones, and every ten seconds one over the whole stroke. */
const dense = heatmapOf(
  pointsToColumns(
    Array.from({ length: 2 * 3_600 * 20 }, (_, index) => ({
      t: index * 50,
      x: index % 200 === 0 ? 0 : index % 200 === 1 ? 100 : 50 + (index % 2 === 0 ? -1 : 1) * (index < 72_000 ? 10 : 25),
    })),
  ),
);

test('a column that holds many strokes shows their usual range and speed, not the largest and the fastest', () => {
  expect(areDense(heatmapColumns(dense, 350, 7_200_000))).toBe(true);
  expect(areDense(heatmapColumns(strokes, 1_120, 20_000))).toBe(false);
  const bars = heatmapBars(dense, 80, 7_200_000);
  expect(bars).toHaveLength(80);
  expect(bars[20]).toMatchObject({ low: 40, high: 60 });
  expect(bars[60]).toMatchObject({ low: 25, high: 75 });
  expect(bars[60]?.speed).toBeGreaterThan((bars[20]?.speed ?? 0) * 2);
});

test('the motion under the pointer is read at the resolution of the data', () => {
  expect(heatmapColumnAt(strokes, 5_010).speed).toBeCloseTo(200, 0);
  expect(heatmapColumnAt(strokes, 15_000).speed).toBe(0);
  expect(heatmapColumnAt(strokes, 99_000).speed).toBe(0);
});

test.each([
  [{ key: 'ArrowRight', shiftKey: false }, 65_000],
  [{ key: 'ArrowLeft', shiftKey: true }, 30_000],
  [{ key: 'PageUp', shiftKey: false }, 90_000],
  [{ key: 'PageDown', shiftKey: false }, 30_000],
  [{ key: 'Home', shiftKey: false }, 0],
  [{ key: 'End', shiftKey: false }, 100_000],
  [{ key: 'a', shiftKey: false }, undefined],
])('%o leads from 1:00 to %s ms', (key, target) => {
  expect(seekTargetOfKey(60_000, 100_000, key)).toBe(target);
});

test('no key leads out of the recording', () => {
  expect(seekTargetOfKey(98_000, 100_000, { key: 'ArrowUp', shiftKey: false })).toBe(100_000);
  expect(seekTargetOfKey(2_000, 100_000, { key: 'ArrowDown', shiftKey: true })).toBe(0);
});

test('a time is in the chapter that began last', () => {
  const chapters = [
    { name: 'all', startMs: 0, endMs: 9_000 },
    { name: 'part', startMs: 3_000, endMs: 5_000 },
  ];
  expect([1_000, 4_000, 6_000, 9_000].map((at) => chapterAt(chapters, at)?.name)).toEqual([
    'all',
    'part',
    'all',
    undefined,
  ]);
});
