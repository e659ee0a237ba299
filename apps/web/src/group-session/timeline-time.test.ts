import { expect, test } from 'vitest';
import { timelineTimeAt } from './timeline-time.ts';

test('a timeline waits until its instant, then runs to the end of the script', () => {
  const timeline = { seq: 4, playing: true, position_ms: 1_000, at: 50_000, rate: 2, paused_by: null };
  expect([0, 50_000, 51_000, 500_000].map((ms) => timelineTimeAt(timeline, 60_000, ms))).toEqual([
    1_000, 1_000, 3_000, 60_000,
  ]);
  expect(timelineTimeAt({ ...timeline, playing: false }, 60_000, 51_000)).toBe(1_000);
  // Before home's clock is known nothing moves.
  expect(timelineTimeAt(timeline, 60_000, Number.NaN)).toBe(1_000);
});
