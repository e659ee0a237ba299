import { expect, test } from 'vitest';
import { clockRows } from './clock.ts';

test.each([1, 2, 3])('the tracked clock keeps its figures on every network, seed %d', (seed) => {
  for (const { row, value, limit } of clockRows([seed])) {
    const [, most = '0'] = /value <= ([\d.]+)/.exec(limit) ?? [];
    expect([row, value]).toEqual([row, expect.any(Number)]);
    expect(value).toBeLessThanOrEqual(Number(most));
  }
});
