import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { ExitCode } from './exit-codes.ts';
import { createInterruption } from './interruption.ts';

function setUp() {
  const time = createFakeTime();
  const endedNow: ExitCode[] = [];
  const interruption = createInterruption(time, (code) => endedNow.push(code));
  return { time, endedNow, ...interruption };
}

test('a Ctrl-C that arrives twice, as through npm, counts as one press', () => {
  const { time, endedNow, signal, press } = setUp();
  press(ExitCode.INTERRUPTED);
  time.advance(5);
  press(ExitCode.INTERRUPTED);
  time.advance(900);
  press(ExitCode.TERMINATED);
  expect([signal.reason, endedNow]).toEqual([ExitCode.INTERRUPTED, []]);
});

test('a press after a second does not wait', () => {
  const { time, endedNow, press } = setUp();
  press(ExitCode.INTERRUPTED);
  time.advance(1_000);
  press(ExitCode.TERMINATED);
  expect(endedNow).toEqual([ExitCode.TERMINATED]);
});

test('a closed output ends the command, and later failed writes do not count as a second press', () => {
  const { time, endedNow, signal, outputGone } = setUp();
  outputGone();
  time.advance(5_000);
  outputGone();
  expect([signal.reason, endedNow]).toEqual([ExitCode.HUNG_UP, []]);
});

test('an output that is closed after Ctrl-C has no effect', () => {
  const { signal, press, outputGone } = setUp();
  press(ExitCode.INTERRUPTED);
  outputGone();
  expect(signal.reason).toBe(ExitCode.INTERRUPTED);
});
