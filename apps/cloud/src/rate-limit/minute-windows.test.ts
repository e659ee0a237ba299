import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createMinuteWindows } from './minute-windows.ts';

test('the request beyond the limit is the first that is too many, and a minute later counting starts anew', () => {
  const time = createFakeTime();
  const windows = createMinuteWindows({ limit: 2, time });
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 1, resetMs: 60_000, exceeded: false });
  time.advance(20_000);
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 0, resetMs: 40_000, exceeded: false });
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 0, resetMs: 40_000, exceeded: true });
  time.advance(40_000);
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 1, resetMs: 60_000, exceeded: false });
});

test('keys are counted apart, and a set clock changes nothing', () => {
  const time = createFakeTime();
  const windows = createMinuteWindows({ limit: 1, time });
  windows.count('a');
  time.setWallClock(0);
  expect(windows.count('b').exceeded).toBe(false);
  expect(windows.count('a').exceeded).toBe(true);
});

test('windows that are over are forgotten', () => {
  const time = createFakeTime();
  const windows = createMinuteWindows({ limit: 1, time });
  for (let caller = 0; caller < 100; caller++) windows.count(`caller ${caller}`);
  time.advance(60_000);
  windows.count('another');
  expect(windows.size()).toBe(1);
});
