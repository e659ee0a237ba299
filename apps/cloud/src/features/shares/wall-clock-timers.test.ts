import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createWallClockTimers } from './wall-clock-timers.ts';

function start() {
  const time = createFakeTime(1_000_000);
  const alarms = createWallClockTimers<string>(time);
  const rang: string[] = [];
  const set = (of: string, inMs: number) => alarms.set(of, time.now() + inMs, () => rang.push(of));
  return { time, alarms, rang, set };
}

test('each alarm runs at its own time, the last one set for its key, and no timer remains', () => {
  const { time, rang, set } = start();
  set('late', 90_000);
  set('soon', 300);
  set('moved', 200);
  set('moved', 400);
  time.advance(299);
  expect(rang).toEqual([]);
  time.advance(1);
  expect(rang).toEqual(['soon']);
  time.advance(100);
  expect(rang).toEqual(['soon', 'moved']);
  time.advance(89_600);
  expect([rang, time.pending()]).toEqual([['soon', 'moved', 'late'], 0]);
});

test('a wall clock that is set, or went on while the computer slept, is noticed within a second', () => {
  const { time, rang, set } = start();
  set('one', 3_600_000);
  time.advance(500);
  time.setWallClock(time.now() + 3_600_000);
  time.advance(1_000);
  expect(rang).toEqual(['one']);
});

test('an alarm that was set back waits for its time, and closing ends all', () => {
  const { time, alarms, rang, set } = start();
  set('one', 1_000);
  time.setWallClock(time.now() - 5_000);
  time.advance(5_999);
  expect(rang).toEqual([]);
  alarms.close();
  time.advance(5_000);
  expect([rang, time.pending()]).toEqual([[], 0]);
});
