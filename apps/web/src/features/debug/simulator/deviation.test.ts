import { expect, test } from 'vitest';
import { createPositionDeviationMeter } from './deviation.ts';

test('each reading is compared once, with the position commanded at its moment and not later', () => {
  const meter = createPositionDeviationMeter();
  meter.commanded(1_000, 0.2);
  meter.commanded(1_016, 0.3);
  meter.commanded(1_032, 0.9);
  meter.readings([{ atMs: 1_020, position01: 0.4 }]);
  meter.readings([
    { atMs: 1_020, position01: 0.4 },
    { atMs: 1_040, position01: 0.6 },
  ]);
  expect(meter.now()?.compared).toBe(2);
  expect(meter.now()?.mean01).toBeCloseTo(0.2);
  expect(meter.now()?.most01).toBeCloseTo(0.3);
});

test('a reading without a command is not compared, and old commands are dropped', () => {
  const meter = createPositionDeviationMeter();
  meter.readings([{ atMs: 500, position01: 0.4 }]);
  meter.commanded(1_000, 0.2);
  meter.readings([{ atMs: 5_000, position01: 0.4 }]);
  expect(meter.now()).toBeUndefined();
  for (let atMs = 2_000; atMs < 30_000; atMs += 100) meter.commanded(atMs, 0.5);
  meter.readings([{ atMs: 29_950, position01: 0.5 }]);
  expect(meter.now()).toEqual({ compared: 1, mean01: 0, most01: 0 });
});
