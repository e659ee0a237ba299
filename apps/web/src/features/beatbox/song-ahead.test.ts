import { expect, test } from 'vitest';
import { songAheadMs } from './song-ahead.ts';

test.each([
  [300, 0],
  [800, 0],
  [850, 50],
  [740, -60],
  [0, 200],
])(
  'a song with beats every 500 ms from 300 ms on is, %i ms after its start, %i ms ahead of its beat',
  (atMs, aheadMs) => {
    expect(songAheadMs({ firstBeatMs: 300, beatMs: 500 }, atMs)).toBeCloseTo(aheadMs);
  },
);
