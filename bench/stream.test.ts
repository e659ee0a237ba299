import { expect, test } from 'vitest';
import { streamRows } from './stream.ts';

test('recorded streams never starve on any network at any rate, and take no request too many', {
  timeout: 60_000,
}, () => {
  for (const { row, value, holds } of streamRows(0.5))
    expect([row, value, holds]).toEqual([row, expect.any(Number), true]);
});
