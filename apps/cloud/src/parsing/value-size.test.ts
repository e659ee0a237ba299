import { expect, test } from 'vitest';
import { isValueTooLarge } from './value-size.ts';

const limits = { parts: 3, names: 2 };

test.each<[unknown, boolean]>([
  [7, false],
  [null, false],
  ['{}{}{}{}', false],
  [[1, 2, 3, 4, 5], false],
  [[{}, {}], false],
  [[{}, {}, {}], true],
  [[[[]]], false],
  [[[[[]]]], true],
  [{ a: { b: {} } }, false],
  [{ a: { b: { a: {} } } }, true],
  [{ a: 1, b: 1 }, false],
  [{ a: 1, b: { c: 1 } }, true],
])('%j is counted by its lists, its objects and its different names', (value, isTooLarge) => {
  expect(isValueTooLarge(value, limits)).toBe(isTooLarge);
});
