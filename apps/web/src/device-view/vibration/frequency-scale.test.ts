import { expect, test } from 'vitest';
import { hzOfPercent, percentOfHz } from './frequency-scale.ts';

test('100 Hz stand in the middle of two decades', () => {
  expect([0, 25, 50, 75, 100].map(hzOfPercent)).toEqual([10, 32, 100, 316, 1000]);
});

test('a place becomes a frequency and the same place again, as far as whole Hz distinguish them', () => {
  for (let percent = 20; percent <= 100; percent += 1) expect(percentOfHz(hzOfPercent(percent))).toBe(percent);
});

test('frequencies outside the scale are clamped to its ends', () => {
  expect([0, 10, 1000, 10_000].map(percentOfHz)).toEqual([0, 0, 100, 100]);
});

test('a frequency of another app is shown exactly, even between the places that a hand can choose', () => {
  for (let hz = 10; hz <= 1000; hz += 1) expect(hzOfPercent(percentOfHz(hz))).toBe(hz);
});
