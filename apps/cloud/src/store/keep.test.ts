import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createKeep, KEPT_UNUSED_MS } from './keep.ts';

function startKeep(capacity = 10) {
  const time = createFakeTime();
  const gone: string[] = [];
  const busy = new Set<string>();
  const keep = createKeep<string>({
    time,
    capacity,
    isInUse: (thing) => busy.has(thing),
    onGone: (thing) => gone.push(thing),
  });
  return { time, gone, busy, keep };
}

test('a thing is there for its reference, and for its own secret only', () => {
  const { keep } = startKeep();
  const secret = keep.add('a', 'apple') ?? '';
  const other = keep.add('b', 'berry') ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(keep.get('a')).toBe('apple');
  expect(keep.owned('a', secret)).toBe('apple');
  for (const wrong of ['', other, secret.slice(1)]) expect(keep.owned('a', wrong)).toBeUndefined();
  expect(keep.owned('c', secret)).toBeUndefined();
});

test('what nobody used for 24 hours is forgotten, and every use begins them anew', () => {
  const { keep, time, gone } = startKeep();
  const secret = keep.add('a', 'apple') ?? '';
  time.advance(KEPT_UNUSED_MS - 1);
  expect(keep.get('a')).toBe('apple');
  time.advance(KEPT_UNUSED_MS - 1);
  expect(keep.owned('a', secret)).toBe('apple');
  time.advance(KEPT_UNUSED_MS - 1);
  keep.owned('a', 'wrong');
  time.advance(1);
  expect(keep.get('a')).toBeUndefined();
  expect([keep.size(), gone]).toEqual([0, ['apple']]);
});

test('what is in use stays, and has its 24 hours from when that was seen last', () => {
  const { keep, time, busy } = startKeep();
  keep.add('a', 'apple');
  busy.add('apple');
  time.advance(KEPT_UNUSED_MS * 3);
  keep.forgetUnused();
  busy.delete('apple');
  time.advance(KEPT_UNUSED_MS - 1);
  keep.forgetUnused();
  expect(keep.size()).toBe(1);
  time.advance(1);
  keep.forgetUnused();
  expect(keep.size()).toBe(0);
});

test('a full keep takes nothing more until something is removed or forgotten', () => {
  const { keep, time, gone } = startKeep(2);
  keep.add('a', 'apple');
  keep.add('b', 'berry');
  expect(keep.add('c', 'cherry')).toBeUndefined();
  keep.remove('a');
  keep.remove('a');
  expect(keep.add('c', 'cherry')).toBeDefined();
  time.advance(KEPT_UNUSED_MS);
  expect(keep.add('d', 'date')).toBeDefined();
  expect([keep.size(), gone]).toEqual([1, ['apple', 'berry', 'cherry']]);
});
