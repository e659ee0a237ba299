import { movementOfModel, NO_LIMITS } from '@tactus/motion';
import { expect, test } from 'vitest';
import { createLimits } from './limits.ts';

const limits = () =>
  createLimits(() => ({ movement: movementOfModel(0), stroke: { min: 0, max: 1 }, positionMm: undefined }));

test('there are none at first, and inputs pass as they are', () => {
  const { current, apply } = limits();
  const input = { velocity: 1 };
  expect(current()).toBe(NO_LIMITS);
  expect(apply('hamp.velocity', input)).toBe(input);
  expect(apply('hamp.start', undefined)).toBeUndefined();
});

test('what is set holds from then on, and the rest stays as it was', () => {
  const { set, current, apply } = limits();
  set({ maxSpeedMmS: 100 });
  set({ stroke: { min: 0.2, max: 0.8 } });
  expect(current()).toMatchObject({ maxSpeedMmS: 100, stroke: { min: 0.2, max: 0.8 } });
  expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity: 0.25 });
});

test('points are limited from call to call', () => {
  const { set, apply } = limits();
  set({ maxSpeedMmS: 97.826 });
  apply('hsp.add', { points: [{ t: 0, x: 50 }] });
  expect(apply('hsp.add', { points: [{ t: 100, x: 100 }] })).toEqual({ points: [{ t: 100, x: 60 }] });
});

test('a script that is not read here is refused rather than played without limits', () => {
  const { set, apply } = limits();
  set({ maxSpeedMmS: 100 });
  expect(() => apply('hssp.setup', { url: 'https://example.org/a.csv' })).toThrow('not read here');
});

test.each([
  [{ maxSpeedMmS: 0 }, 'The speed limit'],
  [{ maxAccelerationMmS2: Number.NaN }, 'The acceleration limit'],
  [{ stroke: { min: 0.6, max: 0.4 } }, 'The stroke limit'],
  [{ rampMs: -1 }, 'The ramp'],
  [{ maxAmplitude: 2 }, 'The amplitude limit'],
])('limits that make no sense are refused and change nothing: %o', (changes, text) => {
  const { set, current } = limits();
  expect(() => set(changes)).toThrow(text);
  expect(current()).toBe(NO_LIMITS);
});
