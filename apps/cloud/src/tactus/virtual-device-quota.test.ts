import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createHourlyQuota } from './virtual-device-quota.ts';

test('each address has its own hour, which begins with its first device', () => {
  const time = createFakeTime();
  const quota = createHourlyQuota({ limit: 2, time });
  expect([quota.take('a'), quota.take('a')]).toEqual([0, 0]);
  time.advance(600_000);
  expect(quota.take('a')).toBe(3_000_000);
  expect(quota.take('b')).toBe(0);
  time.advance(3_000_000);
  expect(quota.take('a')).toBe(0);
});
