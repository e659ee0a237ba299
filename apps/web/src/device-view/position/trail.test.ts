import { expect, test } from 'vitest';
import { createPositionTrail } from './trail.ts';

function since(trail: ReturnType<typeof createPositionTrail>, sinceMs: number): [number, number][] {
  const seen: [number, number][] = [];
  trail.forEachSince(sinceMs, (atMs, position01) => seen.push([atMs, position01]));
  return seen;
}

test('the samples since a moment come oldest first', () => {
  const trail = createPositionTrail(8);
  for (let at = 0; at < 5; at += 1) trail.push(at * 10, at / 4);
  expect(since(trail, 20)).toEqual([
    [20, 0.5],
    [30, 0.75],
    [40, 1],
  ]);
});

test('a full ring drops its oldest samples', () => {
  const trail = createPositionTrail(3);
  for (let at = 0; at < 7; at += 1) trail.push(at, 0);
  expect(since(trail, 0).map(([at]) => at)).toEqual([4, 5, 6]);
});

test('a sample of the same moment replaces the last', () => {
  const trail = createPositionTrail(3);
  trail.push(5, 0.25);
  trail.push(5, 0.5);
  expect(since(trail, 0)).toEqual([[5, 0.5]]);
});

test('the range is that of the given span, and undefined without samples', () => {
  const trail = createPositionTrail(8);
  expect(trail.rangeSince(0)).toBeUndefined();
  trail.push(0, 1);
  trail.push(10, 0.25);
  trail.push(20, 0.5);
  expect(trail.rangeSince(5)).toEqual({ min01: 0.25, max01: 0.5 });
  trail.clear();
  expect(trail.rangeSince(0)).toBeUndefined();
});
