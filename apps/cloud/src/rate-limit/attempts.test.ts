import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createAttempts, FAILURES_PER_MINUTE } from './attempts.ts';

test('an address that fails too often in a minute waits a minute from its last failure', () => {
  const time = createFakeTime();
  const attempts = createAttempts(time);
  for (let failure = 1; failure < FAILURES_PER_MINUTE; failure++) attempts.fail('a');
  time.advance(30_000);
  expect(attempts.waitMs('a')).toBe(0);
  attempts.fail('a');
  expect([attempts.waitMs('a'), attempts.waitMs('b')]).toEqual([60_000, 0]);
  for (let failure = 1; failure <= FAILURES_PER_MINUTE; failure++) attempts.fail(`2001:db8:1:2::${failure}`);
  expect([attempts.waitMs('2001:db8:1:2:3::'), attempts.waitMs('2001:db8:1:3::1')]).toEqual([60_000, 0]);
  time.advance(59_999);
  expect(attempts.waitMs('a')).toBe(1);
  time.advance(1);
  expect(attempts.waitMs('a')).toBe(0);
});

test('failures are forgotten after a minute, and addresses with them', () => {
  const time = createFakeTime();
  const attempts = createAttempts(time);
  for (let failure = 1; failure < FAILURES_PER_MINUTE; failure++) attempts.fail('a');
  time.advance(60_000);
  attempts.fail('b');
  expect([attempts.size(), attempts.waitMs('a')]).toEqual([1, 0]);
});
