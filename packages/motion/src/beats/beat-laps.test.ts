import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BeatShape, columnMsOfBpm } from './beat.ts';
import {
  type BeatLap,
  columnAt,
  columnDueMs,
  lapAt,
  lapEndMs,
  legsOfBeat,
  pointsOfBeat,
  pointsOfLaps,
} from './beat-laps.ts';

const beatOf = (levels: BeatShape['levels'], rules: Partial<BeatShape> = {}): BeatShape => ({
  ...{ levels, fillPoints: true, addEndPoint: true },
  ...rules,
});
const row = (beat: BeatShape, cellMs: number, count: number): BeatLap[] =>
  Array.from({ length: count }, (_, lap) => ({
    ...{ startMs: lap * beat.levels.length * cellMs, beat, cellMs, laterCellMs: cellMs },
  }));

const anyBeat = fc.record({
  levels: fc.array(
    fc.option(
      fc.integer({ min: 1, max: 10 }).map((level) => level * 10),
      { nil: undefined },
    ),
    {
      ...{ minLength: 2, maxLength: 16 },
    },
  ),
  fillPoints: fc.boolean(),
  addEndPoint: fc.boolean(),
});
const anyCellMs = fc.double({ min: 50, max: 1_000, noNaN: true });

describe('points of laps', () => {
  test('every column is a point where empty ones are filled, and the lap ends at the level of its beginning', () => {
    expect(pointsOfBeat(beatOf([10, undefined, undefined, 100]), 250)).toEqual([
      { t: 0, x: 10 },
      { t: 250, x: 40 },
      { t: 500, x: 70 },
      { t: 750, x: 100 },
      { t: 1_000, x: 10 },
    ]);
  });

  test('the slider rests in empty columns that are not filled, and moves in the last of them', () => {
    expect(pointsOfBeat(beatOf([10, undefined, undefined, 100], { fillPoints: false }), 250)).toEqual([
      { t: 0, x: 10 },
      { t: 500, x: 10 },
      { t: 750, x: 100 },
      { t: 1_000, x: 10 },
    ]);
  });

  test('without an end point the last cell leads straight to the first cell of the next lap', () => {
    const beat = beatOf([undefined, 90, undefined, 30], { addEndPoint: false });
    expect(pointsOfBeat(beat, 100)).toEqual([
      { t: 0, x: 60 },
      { t: 100, x: 90 },
      { t: 200, x: 60 },
      { t: 300, x: 30 },
    ]);
    expect(pointsOfBeat({ ...beat, addEndPoint: true }, 100).filter(({ t }) => t === 0 || t === 400)).toEqual([
      { t: 0, x: 90 },
      { t: 400, x: 90 },
    ]);
  });

  test('a beat without cells has no points and no legs', () => {
    expect(pointsOfBeat(beatOf([undefined, undefined]), 250)).toEqual([]);
    expect(legsOfBeat(beatOf([undefined, undefined]), 250)).toEqual([]);
  });

  test('before the first cell the slider waits at its level', () => {
    expect(pointsOfLaps(row(beatOf([undefined, undefined, 70]), 100, 1)).slice(0, 2)).toEqual([
      { t: 0, x: 70 },
      { t: 200, x: 70 },
    ]);
  });

  test('no gap and no double point at 1000 seams, at a tempo that is no whole number of ms', () => {
    const cellMs = columnMsOfBpm(133.7);
    const levels = [10, undefined, 100, undefined, undefined, 40, undefined, 80, undefined, 20];
    for (const addEndPoint of [true, false]) {
      const points = pointsOfLaps(row(beatOf(levels, { addEndPoint }), cellMs, 1_001));
      const gaps = points.slice(1).map(({ t }, index) => t - (points[index]?.t ?? 0));
      // No lap follows the last one: its own end point is among the points.
      expect(points).toHaveLength(1_001 * 10 + (addEndPoint ? 1 : 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(Math.floor(cellMs));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(cellMs));
      expect(points.every(({ t }, index) => Math.abs(t - index * cellMs) <= 0.5)).toBe(true);
    }
  });

  test('times rise strictly and levels stay within the stroke, for every beat, tempo and change of tempo', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyBeat, anyCellMs, anyCellMs), { minLength: 1, maxLength: 8 }), (parts) => {
        let startMs = 0;
        const laps = parts.map(([beat, cellMs, laterCellMs]) => {
          const lap = { startMs, beat, cellMs, laterCellMs };
          startMs = lapEndMs(lap);
          return lap;
        });
        const points = pointsOfLaps(laps);
        points.forEach(({ t, x }, index) => {
          expect(t).toBeGreaterThan(points[index - 1]?.t ?? -1);
          expect(Number.isInteger(t) && Number.isInteger(x) && x >= 0 && x <= 100).toBe(true);
        });
        for (const lap of laps)
          lap.beat.levels.forEach((level, column) => {
            if (level === undefined) return;
            expect(points).toContainEqual({ t: Math.round(columnDueMs(lap, column)), x: level });
          });
      }),
    );
  });

  test('every seam between laps of any beat has the same points', () => {
    fc.assert(
      fc.property(anyBeat, fc.integer({ min: 50, max: 400 }), (beat, cellMs) => {
        const lapMs = beat.levels.length * cellMs;
        const points = pointsOfLaps(row(beat, cellMs, 5));
        const inLap = (lap: number) =>
          points
            .filter(({ t }) => t >= lap * lapMs && t < (lap + 1) * lapMs)
            .map(({ t, x }) => ({ t: t - lap * lapMs, x }));
        expect(inLap(2)).toEqual(inLap(1));
        expect(inLap(1)).toEqual(pointsOfBeat(beat, cellMs).filter(({ t }) => t < lapMs));
      }),
    );
  });
});

describe('a lap', () => {
  const lap: BeatLap = { startMs: 1_000, beat: beatOf([10, 20, 30, 40, 50]), cellMs: 100, laterCellMs: 200 };

  test('changes its tempo in its middle, between two columns too', () => {
    expect([0, 1, 2, 3, 4].map((column) => columnDueMs(lap, column))).toEqual([1_000, 1_100, 1_200, 1_350, 1_550]);
    expect(lapEndMs(lap)).toBe(1_750);
  });

  test('converts a time to a column', () => {
    expect([900, 1_000, 1_250, 1_350, 1_750, 9_000].map((ms) => columnAt(lap, ms))).toEqual([0, 0, 2.5, 3, 5, 5]);
    expect(lapAt([lap], 1_749)).toBe(lap);
    expect(lapAt([lap], 1_750)).toBeUndefined();
  });
});

test('the legs of a beat cover one lap, the leg over the seam included', () => {
  const legs = legsOfBeat(beatOf([10, 100], { addEndPoint: false }), 250);
  expect(legs).toEqual([
    { fromMs: 0, toMs: 250, from: 10, to: 100, speed: 360 },
    { fromMs: 250, toMs: 500, from: 100, to: 10, speed: 360 },
  ]);
  expect(legsOfBeat(beatOf([10, 100]), 250)).toEqual(legs);
});
