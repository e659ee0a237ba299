import { describe, expect, test } from 'vitest';
import { videoSyncRows } from './video-sync.ts';

describe.each(['tactus', 'vendor'] as const)('under the profile %s', (profile) => {
  test.each([1, 2, 3])(
    'a device synchronised with the pictures meets its figures, seed %d',
    async (seed) => {
      const broken: string[] = [];
      let rows = 0;
      for await (const { row, value, limit, holds } of videoSyncRows([seed], profile)) {
        rows += 1;
        if (!holds) broken.push(`${row}: ${value}, which is not ${limit}`);
      }
      expect(broken).toEqual([]);
      expect(rows).toBe(8);
    },
    20_000,
  );
});
