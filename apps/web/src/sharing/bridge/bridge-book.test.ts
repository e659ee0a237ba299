import { expect, test } from 'vitest';
import { createMemoryStorage, type KeyValueStorage } from '../../settings/key-value-storage.ts';
import { openBridgeBook } from './bridge-book.ts';

const KEY = { connectionKey: 'Alias12345', secret: 'secret' };
const TERMS = {
  allow: ['hamp', 'hvp'] as const,
  limits: { speed: 0.4, stroke: { min: 0.1, max: 0.6 }, intensity: 0.5, sessionMinutes: 60 },
  expiresInMs: 60_000,
};
const LIMITS = { allow: ['hamp', 'hvp'], speed: 0.4, stroke: { min: 0.1, max: 0.6 }, intensity: 0.5 };

function open(storage: KeyValueStorage = createMemoryStorage()) {
  let nowMs = 1_000;
  const book = openBridgeBook(storage, 'device', () => nowMs);
  return {
    ...{ book, storage },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('nothing is allowed until a link lends something, nor after it has ended or was taken back', () => {
  const { book, pass } = open();
  book.keepKey(KEY);
  expect(book.limits()).toBeUndefined();
  book.write('s-1', TERMS);
  book.write('s-2', { ...TERMS, allow: ['hsp'], limits: { ...TERMS.limits, speed: 0.6 }, expiresInMs: 30_000 });
  expect(book.limits()).toEqual({ ...LIMITS, allow: ['hamp', 'hvp', 'hsp'], speed: 0.6 });
  expect(book.nextEndMs()).toBe(31_000);
  pass(30_000);
  expect(book.limits()).toEqual(LIMITS);
  book.strike('s-1');
  expect([book.limits(), book.nextEndMs()]).toEqual([undefined, undefined]);
});

test('a change holds what it names, and a link that the book has lost is written down again', () => {
  const { book } = open();
  book.keepKey(KEY);
  book.write('s-1', TERMS);
  book.change('s-1', { limits: { ...TERMS.limits, speed: 0.2 } });
  expect(book.limits()).toEqual({ ...LIMITS, speed: 0.2 });
  expect(book.nextEndMs()).toBe(61_000);
  book.change('s-1', { allow: ['hvp'], expiresInMs: 5_000 });
  expect([book.limits()?.allow, book.nextEndMs()]).toEqual([['hvp'], 6_000]);
  book.strike('s-1');
  book.change('s-1', { viewers: 3 });
  expect(book.limits()).toBeUndefined();
  book.change('s-1', TERMS);
  expect(book.limits()).toEqual(LIMITS);
});

test('a page that is loaded anew goes by the same book, and a home that knows another name by an empty one', () => {
  const { book, storage } = open();
  book.keepKey(KEY);
  book.write('s-1', TERMS);
  const again = open(storage).book;
  expect([again.key(), again.limits()]).toEqual([KEY, LIMITS]);
  again.keepKey({ ...KEY, connectionKey: 'Alias54321' });
  expect(again.limits()).toBeUndefined();
  again.keepKey(undefined);
  expect(open(storage).book.key()).toBeUndefined();
});

test('what is stored and is no book is none, and a full storage loses nothing of this page', () => {
  for (const stored of ['{', '{}', '{"version":9}', 'null'])
    expect(open(createMemoryStorage({ 'tactus.bridge.device': stored })).book.key()).toBeUndefined();
  const { book } = open({
    ...createMemoryStorage(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  book.keepKey(KEY);
  book.write('s-1', TERMS);
  expect([book.key(), book.limits()]).toEqual([KEY, LIMITS]);
});
