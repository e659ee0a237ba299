import { expect, test } from 'vitest';
import { movementOfModel } from './model-movement.ts';
import { cruiseSpeedMmS } from './motor-limits.ts';

test('a velocity is a share of the top speed, and velocity 0 is the slowest motion', () => {
  const { speed } = movementOfModel(0)!;
  expect([0, 0.05, 0.5, 1].map((velocity) => cruiseSpeedMmS(speed, velocity))).toEqual([32, 32, 200, 400]);
});

test('every model with a slider has a movement, an Oh and unknown models have none', () => {
  for (const hwModelNo of [0, 2, 3, 4]) expect(movementOfModel(hwModelNo)?.speed.minMmS).toBe(32);
  expect(movementOfModel(4)?.speed.maxMmS).toBe(450);
  expect([movementOfModel(1), movementOfModel(99)]).toEqual([undefined, undefined]);
});
