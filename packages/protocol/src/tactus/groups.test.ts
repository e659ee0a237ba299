import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { groupView } from './groups.ts';

const WIRE = {
  ...{ session_id: 's1', name: 'Ann', role: 'host', group: { id: 'g-1', name: 'Evening' }, expires_at: 9 },
  script: { rev: 1, name: 'Waves', points: 3, length_ms: 60_000 },
  timeline: { seq: 4, playing: true, position_ms: 1_000, at: 50_000, rate: 2, paused_by: null },
  people: [{ session: 's1', name: 'Ann', role: 'host', here: true, part: 'in', error_ms: 3 }],
};

test('a group is read; unknown fields are ignored, and an unknown participation counts as watching', () => {
  const people = [{ ...WIRE.people[0], part: 'dancing' }];
  expect(z.parse(groupView, { ...WIRE, more: 1, people })).toEqual({
    ...WIRE,
    people: [{ ...WIRE.people[0], part: 'out' }],
  });
});

test('an invalid group is not read, nor a timeline without a rate', () => {
  for (const value of [undefined, { ...WIRE, timeline: { ...WIRE.timeline, rate: 0 } }])
    expect(z.safeParse(groupView, value).success).toBe(false);
});
