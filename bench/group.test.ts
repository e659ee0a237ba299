import { describe, expect, test } from 'vitest';
import { followersOverNetworksRows, groupRows, sameMotionRows } from './group.ts';

describe.each(['tactus', 'vendor'] as const)('under the profile %s', (profile) => {
  test('devices under one controller, those of a group session, and those that follow another stay in step', async () => {
    const found: string[] = [];
    for await (const { row, value, limit, holds } of groupRows(1, profile)) {
      found.push(row);
      // Not against the reference: in one run that is the spread of three arrivals, which is small by chance now and then.
      expect([row, value, limit, holds]).toEqual([row, value, limit, true]);
    }
    expect(found).toHaveLength(3);
  });
});

test('devices that follow another stay in step over LTE and in a train', async () => {
  for await (const { row, value, limit, holds } of followersOverNetworksRows(1))
    expect([row, value, limit, holds]).toEqual([row, value, limit, true]);
});

test('sliders that make the same motion stay within 3 percent of the stroke of one another', async () => {
  for await (const { row, value, limit, holds } of sameMotionRows(1))
    expect([row, value, limit, holds]).toEqual([row, value, limit, true]);
});
