import { describe, expect, test } from 'vitest';
import { groupRows } from './group.ts';

describe.each(['tactus', 'vendor'] as const)('under the profile %s', (profile) => {
  test.each([1])('devices under one controller, and those of a group session, stay in step, seed %d', async (seed) => {
    const found: string[] = [];
    for await (const { row, value, reference, limit, holds } of groupRows([seed], profile)) {
      found.push(row);
      expect([row, value, limit, holds]).toEqual([row, value, limit, true]);
      expect(value).toBeLessThan(reference ?? 0);
    }
    expect(found).toHaveLength(2);
  });
});
