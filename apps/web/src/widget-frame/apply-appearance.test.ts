import { expect, test } from 'vitest';
import { inkOn } from './apply-appearance.ts';

test('the text colour on an accent is the one with more contrast', () => {
  expect(inkOn([255, 255, 255])).toBe('#14101a');
  expect(inkOn([255, 200, 0])).toBe('#14101a');
  expect(inkOn([30, 107, 214])).toBe('#ffffff');
  expect(inkOn([0, 0, 0])).toBe('#ffffff');
});
