import { expect, test } from 'vitest';
import { batches } from './batches.mjs';

test('gates of two lanes run in parallel, each lane in its order, and a gate without a lane runs alone', () => {
  const read = (name: string) => ({ name, lane: 'read' });
  const build = (name: string) => ({ name, lane: 'build' });
  const alone = (name: string) => ({ name });
  const names = (gates: Parameters<typeof batches<{ name: string; lane?: string }>>[0]) =>
    batches(gates).map((lanes) => lanes.map((lane) => lane.map(({ name }) => name)));
  expect(names([read('a'), read('b'), build('c'), build('d'), alone('e'), alone('f'), read('g')])).toEqual([
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    [['e']],
    [['f']],
    [['g']],
  ]);
  expect(names([])).toEqual([]);
});
