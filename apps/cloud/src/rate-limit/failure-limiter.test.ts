import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createFailureLimiter, FAILURES_PER_MINUTE } from './failure-limiter.ts';

test('an address that fails too often in a minute waits a minute from its last failure', () => {
  const time = createFakeTime();
  const limiter = createFailureLimiter(time);
  for (let failure = 1; failure < FAILURES_PER_MINUTE; failure++) limiter.fail('a');
  time.advance(30_000);
  expect(limiter.waitMs('a')).toBe(0);
  limiter.fail('a');
  expect([limiter.waitMs('a'), limiter.waitMs('b')]).toEqual([60_000, 0]);
  for (let failure = 1; failure <= FAILURES_PER_MINUTE; failure++) limiter.fail(`2001:db8:1:2::${failure}`);
  expect([limiter.waitMs('2001:db8:1:2:3::'), limiter.waitMs('2001:db8:1:3::1')]).toEqual([60_000, 0]);
  time.advance(59_999);
  expect(limiter.waitMs('a')).toBe(1);
  time.advance(1);
  expect(limiter.waitMs('a')).toBe(0);
});

test('failures are dropped after a minute, and addresses with them', () => {
  const time = createFakeTime();
  const limiter = createFailureLimiter(time);
  for (let failure = 1; failure < FAILURES_PER_MINUTE; failure++) limiter.fail('a');
  time.advance(60_000);
  limiter.fail('b');
  expect([limiter.size(), limiter.waitMs('a')]).toEqual([1, 0]);
});
