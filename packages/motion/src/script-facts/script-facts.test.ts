import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyScript, scriptOf } from '../testing/any-script.ts';
import { checkScriptForDevice } from './check-script-for-device.ts';
import { gapEndAt, gapsOfScript } from './gaps.ts';
import { heatmapOf, heatmapResolutionFor } from './heatmap.ts';
import { scriptPositionAt } from './interpolate.ts';
import { scriptToVibration } from './script-to-vibration.ts';
import { statisticsOf } from './statistics.ts';

const DAY_MS = 86_400_000;
/** Two seconds of strokes and two seconds of rest, for ten minutes, and a point a day later. */
const withStrayPoint = scriptOf(
  ...Array.from({ length: 150 }, (_, lot) =>
    Array.from({ length: 11 }, (_, index) => [lot * 4_000 + index * 200, index % 2 === 0 ? 0 : 100] as const),
  ).flat(),
  [DAY_MS, 0],
);
const strokes = scriptOf([1_000, 0], [1_500, 100], [2_000, 0], [12_000, 0], [12_250, 50]);

test('a course between points is straight, and constant at its ends', () => {
  expect([0, 1_000, 1_250, 1_500, 13_000].map((ms) => scriptPositionAt(strokes, ms))).toEqual([0, 0, 50, 100, 50]);
});

test('statistics count points, strokes, speeds and the span', () => {
  expect(statisticsOf(strokes)).toEqual({
    points: 5,
    durationMs: 11_250,
    movingMs: 1_250,
    strokesPerMinute: ((2 + 1) / 2 / 1_250) * 60_000,
    meanSpeed: 200,
    highSpeed: 200,
    maxSpeed: 200,
    low: 0,
    high: 100,
  });
  const still = statisticsOf(scriptOf([0, 5], [900, 5]));
  expect([still.meanSpeed, still.maxSpeed, still.strokesPerMinute]).toEqual([0, 0, 0]);
});

describe('gaps', () => {
  test('are the rests before, between and after movements', () => {
    const gaps = gapsOfScript(strokes, 20_000);
    expect(gaps).toEqual([
      { startMs: 2_000, endMs: 12_000 },
      { startMs: 12_250, endMs: 20_000 },
    ]);
    expect(gapEndAt(gaps, 2_000)).toBe(12_000);
    expect(gapEndAt(gaps, 12_100)).toBeUndefined();
    expect(gapsOfScript(scriptOf([8_000, 0], [8_500, 9]))).toEqual([{ startMs: 0, endMs: 8_000 }]);
  });
});

describe('a heatmap', () => {
  test('has the same total distance in every resolution', () => {
    fc.assert(
      fc.property(anyScript(), fc.integer({ min: 0, max: 90_000 }), (script, moreMs) => {
        const lastMs = script.timesMs.at(-1) ?? 0;
        let way = 0;
        script.positions.forEach((x, index) => {
          if (index > 0) way += Math.abs(x - (script.positions[index - 1] ?? 0));
        });
        const { levels, durationMs } = heatmapOf(script, lastMs + moreMs);
        expect(durationMs).toBe(lastMs + moreMs);
        for (const { binMs, speeds, low, high } of levels) {
          const travelled = speeds.reduce((sum, speed) => sum + (speed * binMs) / 1_000, 0);
          expect(travelled).toBeGreaterThan(way - 0.01 * way - 0.01);
          expect(travelled).toBeLessThan(way + 0.01 * way + 0.01);
          expect(Math.min(...low)).toBe(Math.min(...script.positions));
          expect(Math.max(...high)).toBe(Math.max(...script.positions));
        }
        expect(levels.at(-1)?.speeds).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });

  test('selects the resolution for a width', () => {
    const heatmap = heatmapOf(strokes, 102_400);
    expect(heatmapResolutionFor(heatmap, 1)?.binMs).toBe(50);
    expect(heatmapResolutionFor(heatmap, 250)?.binMs).toBe(200);
    expect(heatmapResolutionFor(heatmap, 1e9)?.speeds).toHaveLength(1);
  });

  test('has its finest resolution up to the last movement, however late the last point is', () => {
    const { durationMs, levels } = heatmapOf(withStrayPoint);
    expect([durationMs, levels[0]?.binMs]).toEqual([DAY_MS, 50]);
    expect([1_000, 3_000].map((ms) => levels[0]?.speeds[ms / 50])).toEqual([500, 0]);
  });

  test('distinguishes a rest from movement', () => {
    const [fine] = heatmapOf(strokes).levels;
    const bin = (ms: number) => Math.floor(ms / (fine?.binMs ?? 1));
    expect(fine?.speeds[bin(1_200)]).toBeCloseTo(200, 3);
    expect(fine?.speeds[bin(6_000)]).toBe(0);
    expect([fine?.low[bin(500)], fine?.high[bin(500)]]).toEqual([255, 0]);
  });
});

describe('a script as vibration', () => {
  test('is stronger where the script is faster, and zero where it rests', () => {
    const vibration = scriptToVibration(scriptOf([0, 0], [500, 100], [1_000, 0], [2_000, 10], [4_000, 10]));
    const at = (ms: number) => scriptPositionAt(vibration, ms);
    expect(at(200)).toBeGreaterThan(at(1_500));
    expect(at(1_500)).toBeGreaterThanOrEqual(8);
    expect(at(3_000)).toBe(0);
    expect(at(4_000)).toBe(0);
  });

  test('rests where the script rests, however late its last point is', () => {
    const { timesMs, positions } = scriptToVibration(withStrayPoint);
    expect([1_000, 3_000, 599_000].map((ms) => positions[ms / 100])).toEqual([100, 0, 0]);
    expect(timesMs.at(-1)).toBeLessThan(620_000);
  });

  test('is computed quickly, also where a last movement takes a week', () => {
    const startMs = performance.now();
    const { timesMs, positions } = scriptToVibration(scriptOf([0, 0], [1_000, 100], [7 * DAY_MS, 0]));
    expect(performance.now() - startMs).toBeLessThan(1_000);
    expect([timesMs.length, timesMs.at(-1), positions.at(-2), positions.at(-1)]).toEqual([
      ...[70 * 86_400 + 1, 7 * DAY_MS, 8, 0],
    ]);
  });

  test('is a script itself: times rise, strengths are percents', () => {
    fc.assert(
      fc.property(anyScript(20), (script) => {
        const { timesMs, positions } = scriptToVibration(script);
        expect([...timesMs]).toEqual(Array.from(timesMs, (_, index) => index * 100));
        expect(Math.max(...positions)).toBeLessThanOrEqual(100);
      }),
      { numRuns: 50 },
    );
  });
});

describe('pre-flight', () => {
  test('finds legs that are too fast or too slow, and the first move', () => {
    const script = scriptOf([0, 80], [100, 0], [1_100, 100], [6_100, 95], [9_000, 95]);
    expect(checkScriptForDevice(script, { maxSpeed: 400, minSpeed: 30 }, 20)).toEqual({
      tooFast: 1,
      fastestAtMs: 0,
      fastestSpeed: 800,
      tooSlow: 1,
      share: 5_100 / 6_100,
      firstMove: 60,
    });
  });

  test('reports nothing for a script without movement', () => {
    const still = checkScriptForDevice(scriptOf([0, 5], [50, 5]), { maxSpeed: 1, minSpeed: 1 }, undefined);
    expect([still.tooFast, still.tooSlow, still.share, still.firstMove]).toEqual([0, 0, 0, undefined]);
  });
});
