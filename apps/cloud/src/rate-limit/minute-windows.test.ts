import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createMinuteWindows } from './minute-windows.ts';

test('the first request beyond the limit is refused, and a minute later counting restarts', () => {
  const time = createFakeTime();
  const windows = createMinuteWindows({ limit: 2, time });
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 1, resetMs: 60_000, exceeded: false });
  time.advance(20_000);
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 0, resetMs: 40_000, exceeded: false });
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 0, resetMs: 40_000, exceeded: true });
  time.advance(40_000);
  expect(windows.count('a')).toEqual({ limit: 2, remaining: 1, resetMs: 60_000, exceeded: false });
});

test('keys are counted apart, and a change of the wall clock has no effect', () => {
  const time = createFakeTime();
  const windows = createMinuteWindows({ limit: 1, time });
  windows.count('a');
  time.setWallClock(0);
  expect(windows.count('b').exceeded).toBe(false);
  expect(windows.count('a').exceeded).toBe(true);
});

test('the oldest window is dropped where there are too many', () => {
  const windows = createMinuteWindows({ limit: 1, time: createFakeTime() });
  for (let caller = 0; caller <= 50_000; caller++) windows.count(`caller ${caller}`);
  expect(windows.size()).toBe(50_000);
  expect(windows.count('caller 1').exceeded).toBe(true);
  expect(windows.count('caller 0').exceeded).toBe(false);
});

test('ended windows are dropped', () => {
  const time = createFakeTime();
  const windows = createMinuteWindows({ limit: 1, time });
  for (let caller = 0; caller < 100; caller++) windows.count(`caller ${caller}`);
  time.advance(60_000);
  windows.count('another');
  expect(windows.size()).toBe(1);
});
