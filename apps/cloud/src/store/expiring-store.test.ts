import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createExpiringStore, ENTRY_LIFETIME_UNUSED_MS } from './expiring-store.ts';
import { hashSecret, randomText } from './secret-hash.ts';

function startStore(capacity = 10) {
  const time = createFakeTime();
  const gone: string[] = [];
  const busy = new Set<string>();
  const store = createExpiringStore<string>({
    time,
    capacity,
    isInUse: (thing) => busy.has(thing),
    onGone: (thing) => gone.push(thing),
  });
  /** Adds an item with a new secret; undefined where there is no room. */
  const add = (reference: string, thing: string): string | undefined => {
    if (!store.hasRoom()) return undefined;
    const secret = randomText();
    store.add(reference, thing, hashSecret(secret));
    return secret;
  };
  return { time, gone, busy, store, add };
}

test('an item is found by its reference, and owned with its own secret only', () => {
  const { store, add } = startStore();
  const secret = add('a', 'apple') ?? '';
  const other = add('b', 'berry') ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(store.get('a')).toBe('apple');
  expect(store.owned('a', secret)).toBe('apple');
  for (const wrong of ['', other, secret.slice(1)]) expect(store.owned('a', wrong)).toBeUndefined();
  expect(store.owned('c', secret)).toBeUndefined();
});

test('an item without a use in 24 hours is removed, and every use restarts them', () => {
  const { store, add, time, gone } = startStore();
  const secret = add('a', 'apple') ?? '';
  time.advance(ENTRY_LIFETIME_UNUSED_MS - 1);
  expect(store.get('a')).toBe('apple');
  time.advance(ENTRY_LIFETIME_UNUSED_MS - 1);
  expect(store.owned('a', secret)).toBe('apple');
  time.advance(ENTRY_LIFETIME_UNUSED_MS - 1);
  store.owned('a', 'wrong');
  time.advance(1);
  expect(store.get('a')).toBeUndefined();
  expect([store.size(), gone]).toEqual([0, ['apple']]);
});

test('an item in use stays, and has its 24 hours from when that use was last noticed', () => {
  const { store, add, time, busy } = startStore();
  add('a', 'apple');
  busy.add('apple');
  time.advance(ENTRY_LIFETIME_UNUSED_MS * 3);
  store.forgetUnused();
  busy.delete('apple');
  time.advance(ENTRY_LIFETIME_UNUSED_MS - 1);
  store.forgetUnused();
  expect(store.size()).toBe(1);
  time.advance(1);
  store.forgetUnused();
  expect(store.size()).toBe(0);
});

test('a full store accepts no item until one is removed', () => {
  const { store, add, time, gone } = startStore(2);
  add('a', 'apple');
  add('b', 'berry');
  expect(add('c', 'cherry')).toBeUndefined();
  store.remove('a');
  store.remove('a');
  expect(add('c', 'cherry')).toBeDefined();
  time.advance(ENTRY_LIFETIME_UNUSED_MS);
  expect(add('d', 'date')).toBeDefined();
  expect([store.size(), gone]).toEqual([1, ['apple', 'berry', 'cherry']]);
});
