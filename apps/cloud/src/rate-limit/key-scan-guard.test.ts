import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createKeyScanGuard } from './key-scan-guard.ts';

const HERE = '192.0.2.7';

function start(limit = 3) {
  const time = createFakeTime();
  const guard = createKeyScanGuard({ limit, time });
  const guess = (key: string, address = HERE) => guard.named(address, key, false);
  const use = (key: string, address = HERE) => guard.named(address, key, true);
  return { time, guard, guess, use };
}

test('an address may name a limited number of unknown keys in a minute, and waits a minute after one more', () => {
  const { time, guess } = start();
  expect(['Key01', 'Key02', 'Key03'].map((key) => guess(key))).toEqual([0, 0, 0]);
  time.advance(59_999);
  expect(guess('Key04')).toBe(60_000);
  time.advance(20_000);
  expect(guess('Key05')).toBe(40_000);
  time.advance(40_000);
  expect(['Key05', 'Key06', 'Key07', 'Key08'].map((key) => guess(key))).toEqual([0, 0, 0, 60_000]);
});

test('the minute restarts when it is over', () => {
  const { time, guess } = start();
  for (let round = 0; round < 5; round++) {
    expect(['a', 'b', 'c'].map((key) => guess(`${key}${round}`))).toEqual([0, 0, 0]);
    time.advance(60_000);
  }
});

test('naming one unknown key again and again does not count as guessing', () => {
  const { guess } = start();
  for (let times = 0; times < 100; times++) expect(guess('Sleeping1')).toBe(0);
});

test('a blocked address learns nothing: an existing key is refused like any other', () => {
  const { guess, use } = start(1);
  guess('Key01');
  expect(guess('Key02')).toBe(60_000);
  expect(use('Hit01')).toBe(60_000);
});

test('devices in use from that address, and keys named before, still pass', () => {
  const { guess, use } = start(1);
  use('Device1');
  guess('Key01');
  expect(guess('Key02')).toBe(60_000);
  expect([use('Device1'), guess('Key01')]).toEqual([0, 0]);
});

test('each address is counted apart; for IPv6 the network counts', () => {
  const { guess } = start(1);
  expect([guess('Key01'), guess('Key02'), guess('Key02', '192.0.2.8')]).toEqual([0, 60_000, 0]);
  expect([guess('Key01', '2001:db8::1'), guess('Key02', '2001:db8::2:3:4:5')]).toEqual([0, 60_000]);
  expect(guess('Key02', '2001:db8:0:1::1')).toBe(0);
  expect([guess('Key01', '::1'), guess('Key01', '::ffff:10.0.0.1'), guess('Key02', '::ffff:10.0.0.2')]).toEqual([
    0, 0, 0,
  ]);
});

test('the guard drops old addresses, and the oldest keys of one address', () => {
  const { time, guess, use, guard } = start(1);
  for (let number = 0; number <= 1_000; number++) use(`Device${number}`);
  guess('Key01', '192.0.2.8');
  expect(guard.size()).toBe(2);
  guess('Key01');
  guess('Key02');
  expect([use('Device0'), use('Device1'), use('Device1000')]).toEqual([60_000, 0, 0]);
  time.advance(60_000);
  use('Device1');
  expect(guard.size()).toBe(1);
  time.advance(60 * 60_000);
  guess('Key01', '192.0.2.9');
  expect(guard.size()).toBe(1);
});

test('one IPv6 /48 has at most ten times the guesses of a line, and blocks no other network', () => {
  const { guess } = start(60);
  const address = (place: number) => `2001:db8:1:${(place % 65_536).toString(16)}::1`;
  let good = 0;
  for (let place = 0; place < 6_000; place++) if (guess(`Key${place}`, address(place * 7_919)) === 0) good += 1;
  expect(good).toBe(600);
  expect(guess('Key01', '2001:db8:2::1')).toBe(0);
});
