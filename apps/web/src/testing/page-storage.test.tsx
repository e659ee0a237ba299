import { expect, test } from 'vitest';
import { takePageStorage } from './page-storage.ts';

test('the storage of the page replaces that of the runtime', () => {
  const runtime = Object.create(null, {
    localStorage: { configurable: true, get: () => undefined },
    sessionStorage: { configurable: true, get: () => ({ length: 0 }) },
  });
  takePageStorage(runtime);
  expect(runtime.localStorage).toBeInstanceOf(Storage);
  expect(runtime.sessionStorage).toBeInstanceOf(Storage);
  expect(runtime.localStorage).not.toBe(runtime.sessionStorage);
});

test('a test uses the same storage as its page', () => {
  const page = {};
  takePageStorage(page);
  localStorage.setItem('place', 'for good');
  sessionStorage.setItem('place', 'this visit');
  expect(page).toMatchObject({ localStorage, sessionStorage });
  expect([localStorage.getItem('place'), sessionStorage.getItem('place')]).toEqual(['for good', 'this visit']);
});
