import { anonymousIdOfKey } from '@tactus/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { isSharedUntilLater, storeSharedUntil } from './shared-until.ts';

const [ONE, OTHER] = ['DeviceOne1', 'DeviceTwo1'];

function setUp() {
  const localStorage = createMemoryStorage();
  vi.stubGlobal('window', { localStorage });
  onTestFinished(() => void vi.unstubAllGlobals());
  /** Which of both devices are shared at a time. */
  const sharedAt = (nowMs: number) => [ONE, OTHER].filter((key) => isSharedUntilLater(key, nowMs));
  return { localStorage, sharedAt };
}

test('each of two shared devices is known as shared, until its last link ends', () => {
  const { sharedAt } = setUp();
  storeSharedUntil(ONE, [{ expires_at: 2_000 }, { expires_at: 3_000 }]);
  storeSharedUntil(OTHER, [{ expires_at: 5_000 }]);
  expect(sharedAt(2_999)).toEqual([ONE, OTHER]);
  expect(sharedAt(3_000)).toEqual([OTHER]);
  storeSharedUntil(ONE, []);
  expect(sharedAt(0)).toEqual([OTHER]);
  storeSharedUntil(OTHER, []);
  expect(sharedAt(0)).toEqual([]);
});

test('what an earlier build stored is of one device, and other content is of none', () => {
  const { localStorage, sharedAt } = setUp();
  localStorage.setItem('tactus.sharing.until', JSON.stringify({ device: anonymousIdOfKey(ONE), untilMs: 3_000 }));
  expect(sharedAt(2_000)).toEqual([ONE]);
  storeSharedUntil(OTHER, [{ expires_at: 5_000 }]);
  expect(sharedAt(2_000)).toEqual([ONE, OTHER]);
  for (const text of ['', '[', '7', '[1]', `{"${anonymousIdOfKey(ONE)}":"soon"}`]) {
    localStorage.setItem('tactus.sharing.until', text);
    expect(sharedAt(0)).toEqual([]);
  }
});
