import { describe, expect, test } from 'vitest';
import { videoSyncRows } from './video-sync.ts';

describe.each(['tactus', 'vendor'] as const)('under the profile %s', (profile) => {
  // A 95th percentile needs more recoveries than one playback has: of single ones every third is beyond it, a perfect controller's too.
  test('a device synchronised with the pictures meets its figures in six playbacks', async () => {
    const broken: string[] = [];
    let rows = 0;
    for await (const { row, value, limit, holds } of videoSyncRows([1, 2, 3, 4, 5, 6], profile)) {
      rows += 1;
      if (!holds) broken.push(`${row}: ${value}, which is not ${limit}`);
    }
    expect(broken).toEqual([]);
    expect(rows).toBe(8);
  }, 20_000);
});
