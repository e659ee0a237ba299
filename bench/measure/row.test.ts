import { expect, test } from 'vitest';
import { toRow } from './row.ts';

test('a figure with a reference shows their ratio and its limit', () => {
  expect(toRow({ row: 'parsing', value: 3, unit: 'ms', reference: 6, bounds: { ratioAtMost: 0.6 } })).toEqual({
    row: 'parsing',
    value: 3,
    unit: 'ms',
    reference: 6,
    ratio: 0.5,
    limit: 'ratio <= 0.6',
    holds: true,
  });
});

test('a figure holds only when it is within every bound', () => {
  const size = (value: number) => toRow({ row: 'size', value, unit: 'KB', bounds: { atLeast: 10, atMost: 20 } });
  expect(size(15)).toMatchObject({ limit: 'value >= 10 and value <= 20', holds: true, reference: null, ratio: null });
  expect([9.9, 10, 20, 20.1, Number.NaN].map((value) => size(value).holds)).toEqual([false, true, true, false, false]);
});

test('a figure without a bound, or with a bound on a missing ratio, is refused', () => {
  expect(() => toRow({ row: 'size', value: 1, unit: 'KB', bounds: {} })).toThrow(RangeError);
  expect(() => toRow({ row: 'size', value: 1, unit: 'KB', bounds: { ratioAtMost: 1 } })).toThrow(RangeError);
});
