import { expect, test } from 'vitest';
import {
  newTimeline,
  pausedTimeline,
  TIMELINE_CHANGE_DELAY_MS,
  timelineAfterUpdate,
  timelinePositionAt,
} from './timeline.ts';

const LENGTH_MS = 60_000;
const play = { playing: true };

test('a play begins a moment later at the paused position, and goes on at its rate to the end', () => {
  const timeline = timelineAfterUpdate(newTimeline(0, 1_000), { ...play, rate: 2 }, LENGTH_MS, 5_000);
  expect(timeline).toMatchObject({
    seq: 1,
    playing: true,
    position_ms: 0,
    at: 5_000 + TIMELINE_CHANGE_DELAY_MS,
    rate: 2,
  });
  expect([5_000, 5_500, 6_500, 100_000].map((ms) => timelinePositionAt(timeline, LENGTH_MS, ms))).toEqual([
    0,
    0,
    2_000,
    LENGTH_MS,
  ]);
});

test('another rate applies from the position at which it takes effect', () => {
  const before = timelineAfterUpdate(newTimeline(0, 0), play, LENGTH_MS, 0);
  const after = timelineAfterUpdate(before, { ...play, rate: 0.5 }, LENGTH_MS, 10_000);
  expect(timelinePositionAt(after, LENGTH_MS, after.at)).toBe(timelinePositionAt(before, LENGTH_MS, after.at));
  expect(timelinePositionAt(after, LENGTH_MS, after.at + 1_000) - after.position_ms).toBe(500);
});

test('a pause takes effect at once, and records who paused', () => {
  const playing = timelineAfterUpdate(newTimeline(0, 0), { ...play, position_ms: 20_000 }, LENGTH_MS, 0);
  expect(pausedTimeline(playing, 'host-gone', LENGTH_MS, 3_500)).toMatchObject({
    ...{ seq: 2, playing: false, position_ms: 23_000, at: 3_500, paused_by: 'host-gone' },
  });
});

test('a seek and another rate leave a playing timeline playing, and a paused one paused', () => {
  const update = { position_ms: 9_000, rate: 2 };
  const playing = timelineAfterUpdate(newTimeline(0, 0), play, LENGTH_MS, 0);
  expect(timelineAfterUpdate(playing, update, LENGTH_MS, 5_000)).toMatchObject({
    playing: true,
    position_ms: 9_000,
    rate: 2,
  });
  const resting = pausedTimeline(playing, 'end', LENGTH_MS, 5_000);
  expect(timelineAfterUpdate(resting, update, LENGTH_MS, 6_000)).toMatchObject({
    playing: false,
    at: 6_000,
    paused_by: 'host',
  });
  expect(timelineAfterUpdate(resting, { rate: 2 }, LENGTH_MS, 6_000).paused_by).toBe('end');
});

test('a seek stays within the script', () => {
  expect(timelineAfterUpdate(newTimeline(0, 0), { ...play, position_ms: 1e9 }, LENGTH_MS, 0).position_ms).toBe(
    LENGTH_MS,
  );
});
