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

test('addresses of one IPv6 network share an hour', () => {
  const quota = createHourlyQuota({ limit: 2, time: createFakeTime() });
  expect([quota.take('2001:db8:1:2::1'), quota.take('2001:db8:1:2:3:4:5:6')]).toEqual([0, 0]);
  expect(quota.take('2001:db8:1:2::9')).toBe(3_600_000);
  expect(quota.take('2001:db8:1:3::1')).toBe(0);
});

test('ended hours count no longer, and are dropped with the next device', () => {
  const time = createFakeTime();
  const quota = createHourlyQuota({ limit: 1, time });
  time.advance(30_000);
  quota.take('a');
  quota.take('b');
  time.advance(3_570_000);
  quota.take('c');
  time.advance(30_000);
  expect([quota.take('a'), quota.size()]).toEqual([0, 2]);
  time.advance(30_000);
  expect([quota.take('d'), quota.size()]).toEqual([0, 3]);
});
