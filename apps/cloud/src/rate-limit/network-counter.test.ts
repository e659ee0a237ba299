import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { createNetworkCounter } from './network-counter.ts';
import { networksOf } from './networks.ts';

const MINUTE_MS = 60_000;

function start(limit: number, startsAnewAtBound = false) {
  const time = createFakeTime();
  const counter = createNetworkCounter({ limit, windowMs: MINUTE_MS, startsAnewAtBound, time });
  /** Counts one event where the limits allow it. */
  const take = (address: string) => {
    const waitMs = counter.waitMs(address);
    if (waitMs === 0) counter.count(address);
    return waitMs;
  };
  return { time, counter, take };
}

describe('networks', () => {
  test.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
    ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:2ff/64', '2001:db8:1:2/56', '2001:db8:1/48']],
    ['2001:db8::1', ['2001:db8:0:0/64', '2001:db8:0:0/56', '2001:db8:0/48']],
    ['::1', ['0:0:0:0/64', '0:0:0:0/56', '0:0:0/48']],
    ['fe80::1%eth0', ['fe80:0:0:0/64', 'fe80:0:0:0/56', 'fe80:0:0/48']],
  ])('of %s', (address, names) => {
    expect(networksOf(address).map(({ name }) => name)).toEqual(names);
  });

  test('of one line are the same however the address is written', () => {
    expect(networksOf('2001:0DB8:0:0::5')).toEqual(networksOf('2001:db8::9:9:9:9'));
  });
});

describe('a counter', () => {
  test('grants each address its limit, and the rest of a window is the wait', () => {
    const { time, take } = start(2);
    expect([take('192.0.2.7'), take('192.0.2.7'), take('192.0.2.8')]).toEqual([0, 0, 0]);
    time.advance(20_000);
    expect(take('192.0.2.7')).toBe(40_000);
    time.advance(40_000);
    expect(take('192.0.2.7')).toBe(0);
  });

  test('grants a /56 four times and a /48 ten times the limit of a line', () => {
    const { take } = start(60);
    const granted = (addresses: readonly string[]) => addresses.filter((address) => take(address) === 0).length;
    const lineOf = (place: number) => `2001:db8:1:${(place % 256).toString(16)}::1`;
    expect(granted(Array.from({ length: 6_000 }, (_, place) => lineOf(place)))).toBe(240);
    const anywhere = (place: number) => `2001:db8:1:${place.toString(16)}::1`;
    expect(granted(Array.from({ length: 65_536 }, (_, place) => anywhere(place)))).toBe(360);
    expect(take('2001:db8:2::1')).toBe(0);
  });

  test('restarts its window at the bound where a failed attempt must cost a whole window', () => {
    const { time, take } = start(2, true);
    take('192.0.2.7');
    time.advance(50_000);
    take('192.0.2.7');
    expect(take('192.0.2.7')).toBe(MINUTE_MS);
  });

  test('stores a bounded number of networks, and none that has expired', () => {
    const { time, counter } = start(1);
    for (let place = 0; place < 60_000; place++) counter.count(`2001:${place.toString(16)}::1`);
    expect(counter.size()).toBeLessThanOrEqual(50_003);
    time.advance(MINUTE_MS);
    counter.count('192.0.2.7');
    expect(counter.size()).toBe(1);
  });
});
