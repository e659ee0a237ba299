import { expect, test } from 'vitest';
import { decodeGroupView, timelineTimeAt } from './group-view.ts';

const WIRE = {
  ...{ session_id: 's1', name: 'Ann', role: 'host', group: { id: 'g-1', name: 'Evening' }, expires_at: 9 },
  script: { rev: 1, name: 'Waves', points: 3, length_ms: 60_000 },
  timeline: { seq: 4, playing: true, position_ms: 1_000, at: 50_000, rate: 2, paused_by: null },
  people: [{ session: 's1', name: 'Ann', role: 'host', here: true, part: 'in', error_ms: 3 }],
};

test('a room is read; unknown fields are ignored', () => {
  const view = decodeGroupView({ ...WIRE, more: 1, people: [{ ...WIRE.people[0], part: 'dancing' }] });
  expect(view).toMatchObject({
    ...{ role: 'host', groupName: 'Evening', script: { lengthMs: 60_000 } },
    timeline: { seq: 4, positionMs: 1_000, atMs: 50_000, pausedBy: null },
    people: [{ name: 'Ann', part: 'out', errorMs: 3 }],
  });
});

test('an invalid room reads as undefined, and so does a timeline without a rate', () => {
  expect(decodeGroupView(undefined)).toBeUndefined();
  expect(decodeGroupView({ ...WIRE, timeline: { ...WIRE.timeline, rate: 0 } })).toBeUndefined();
});

test('a timeline waits until its instant, then runs to the end of the script', () => {
  const timeline = decodeGroupView(WIRE)?.timeline;
  if (!timeline) throw new Error('It could be read above');
  expect([0, 50_000, 51_000, 500_000].map((ms) => timelineTimeAt(timeline, 60_000, ms))).toEqual([
    1_000, 1_000, 3_000, 60_000,
  ]);
  expect(timelineTimeAt({ ...timeline, playing: false }, 60_000, 51_000)).toBe(1_000);
  // Before home's clock is known nothing moves.
  expect(timelineTimeAt(timeline, 60_000, Number.NaN)).toBe(1_000);
});
