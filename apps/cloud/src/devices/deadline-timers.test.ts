import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDeadlineTimers } from './deadline-timers.ts';

function start() {
  const time = createFakeTime();
  const deadlines = createDeadlineTimers(time);
  const over: [string, number][] = [];
  const set = (name: string, delayMs: number) => deadlines.after(delayMs, () => over.push([name, time.monotonic()]));
  return { time, over, set };
}

test('each deadline ends at its own time, whatever the others wait for', () => {
  const { time, over, set } = start();
  set('slow', 5_000);
  time.advance(1_000);
  set('slower', 5_000);
  set('quick', 10);
  time.advance(10_000);
  expect(over).toEqual([
    ['quick', 1_010],
    ['slow', 5_000],
    ['slower', 6_000],
  ]);
});

test('a cancelled deadline never ends, and does not delay the next', () => {
  const { time, over, set } = start();
  const undo = set('undone', 5_000);
  time.advance(2_000);
  set('pending', 5_000);
  undo();
  undo();
  time.advance(20_000);
  expect(over).toEqual([['pending', 7_000]]);
});

test('a thousand deadlines that are cancelled at once cost one timer, which is cleared when none is left', () => {
  const { time, set } = start();
  for (let count = 0; count < 1_000; count += 1) set('undone', 5_000)();
  expect(time.pending()).toBe(1);
  time.advance(5_000);
  expect(time.pending()).toBe(0);
});

test('a deadline may be set while another one ends', () => {
  const { time, over, set } = start();
  const deadlines = createDeadlineTimers(time);
  deadlines.after(100, () => set('second', 100));
  time.advance(1_000);
  expect(over).toEqual([['second', 200]]);
});
