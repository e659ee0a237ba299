import { expect, test } from 'vitest';
import { hzAt, percentOfHz } from './frequency-scale.ts';

test('100 Hz stand in the middle of two decades', () => {
  expect([0, 25, 50, 75, 100].map(hzAt)).toEqual([10, 32, 100, 316, 1000]);
});

test('a place becomes a frequency and the same place again, from where whole Hz can tell them apart', () => {
  for (let percent = 20; percent <= 100; percent += 1) expect(percentOfHz(hzAt(percent))).toBe(percent);
});

test('frequencies outside the scale stand at its ends', () => {
  expect([0, 10, 1000, 10_000].map(percentOfHz)).toEqual([0, 0, 100, 100]);
});

test('a frequency that another app has chosen is shown as what it is, between the places that a hand can choose', () => {
  for (let hz = 10; hz <= 1000; hz += 1) expect(hzAt(percentOfHz(hz))).toBe(hz);
});
