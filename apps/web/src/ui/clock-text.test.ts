import { expect, test } from 'vitest';
import { formatClockTime } from './clock-text.ts';

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [59_999, '0:59'],
  [725_000, '12:05'],
  [3_725_000, '1:02:05'],
])('%i ms is shown as %s', (ms, text) => {
  expect(formatClockTime(ms)).toBe(text);
});
