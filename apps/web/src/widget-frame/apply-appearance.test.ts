import { expect, test } from 'vitest';
import { textColorOn } from './apply-appearance.ts';

test('the text colour on an accent is the one with more contrast', () => {
  expect(textColorOn([255, 255, 255])).toBe('#14101a');
  expect(textColorOn([255, 200, 0])).toBe('#14101a');
  expect(textColorOn([30, 107, 214])).toBe('#ffffff');
  expect(textColorOn([0, 0, 0])).toBe('#ffffff');
});
