import { expect, test } from 'vitest';
import { createRingBuffer } from './ring-buffer.ts';

test('an item that was passed over is counted and cannot be read', () => {
  const ring = createRingBuffer<string>(2);
  ring.pass();
  ring.pass();
  ring.pass();
  expect(ring.newest()).toBe(3);
  expect(ring.after(3)).toEqual([]);
  expect(ring.after(2)).toBeUndefined();
  for (const item of ['a', 'b', 'c']) ring.push(item);
  expect(ring.newest()).toBe(6);
  expect(ring.after(4)).toEqual(['b', 'c']);
  expect(ring.after(3)).toBeUndefined();
});
