import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WAVE_KINDS, WAVE_STEP_MS, waveLevels } from './waves.ts';

function first(count: number, kind: (typeof WAVE_KINDS)[number], seed = 1): number[] {
  const levels = waveLevels(kind, seed);
  return Array.from({ length: count }, () => levels.next().value);
}

test('every wave stays inside 0..1, reaches at least 0.9 within a minute, and repeats for the same seed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...WAVE_KINDS), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (kind, seed) => {
      const minute = first(60_000 / WAVE_STEP_MS, kind, seed);
      expect(Math.min(...minute)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...minute)).toBeLessThanOrEqual(1);
      if (kind !== 'random-walk') expect(Math.max(...minute)).toBeGreaterThanOrEqual(0.9);
      expect(first(120, kind, seed)).toEqual(minute);
    }),
  );
});

test('constant does not change, pulse is a second on and a second off, ramp rises over four seconds and falls', () => {
  expect(first(4, 'constant')).toEqual([1, 1, 1, 1]);
  expect(first(8, 'pulse')).toEqual([1, 1, 0, 0, 1, 1, 0, 0]);
  const ramp = first(16, 'ramp');
  expect(ramp.slice(0, 8)).toEqual([...ramp.slice(0, 8)].sort((a, b) => a - b));
  expect([ramp[7], ramp[8]]).toEqual([1, 0.125]);
});

test('a heart beats twice, the second time stronger, and rests', () => {
  expect(first(6, 'heartbeat')).toEqual([0.65, 1, 0.1, 0.65, 1, 0.1]);
});

test('a random walk has small steps, never reaches zero, and differs by its seed', () => {
  const walk = first(2_000, 'random-walk', 9);
  const strides = walk.slice(1).map((level, index) => Math.abs(level - (walk[index] ?? 0)));
  expect(Math.max(...strides)).toBeLessThanOrEqual(0.3);
  expect(Math.min(...walk)).toBeGreaterThanOrEqual(0.1);
  expect(Math.max(...walk)).toBeGreaterThan(0.9);
  expect(first(20, 'random-walk', 10)).not.toEqual(first(20, 'random-walk', 9));
});
