import { expect, test } from 'vitest';
import { streamRows } from './stream.ts';

test.each([1, 2, 3])(
  'recorded streams never starve on any network at any rate, and make no needless request, seed %d',
  (seed) => {
    for (const { row, value, holds } of streamRows([seed], 1))
      expect([row, value, holds]).toEqual([row, expect.any(Number), true]);
  },
);
