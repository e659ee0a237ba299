import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { readTimedScript, runTimedScript } from './timed-script.ts';

const scan = (wifiScan: number) => ({ wifiScan });

function play(json: unknown) {
  const time = createFakeTime();
  const done: unknown[] = [];
  const running = runTimedScript(readTimedScript(json), {
    time,
    perform: (actions) => {
      for (const action of actions) done.push([Math.round(time.monotonic()), action.json]);
    },
  });
  return { time, done, running };
}

test('every step runs at its time, and then the script is over', () => {
  const { time, done, running } = play({
    steps: [
      { atMs: 0, do: scan(1) },
      { atMs: 500, do: [scan(2), scan(3)] },
      { atMs: 500, do: scan(4) },
      { atMs: 2_000, do: scan(5) },
    ],
  });
  time.advance(499);
  expect([done, running.positionMs(), running.isRunning()]).toEqual([[[0, scan(1)]], 499, true]);
  time.advance(1);
  expect(done.slice(1)).toEqual([scan(2), scan(3), scan(4)].map((action) => [500, action]));
  expect(time.pending()).toBe(1);
  time.advance(10_000);
  expect(done.slice(4)).toEqual([[2_000, scan(5)]]);
  expect([running.isRunning(), time.pending()]).toEqual([false, 0]);
});

test('a repeating script starts over, counted from its start', () => {
  const { time, done, running } = play({ steps: [{ atMs: 100, do: scan(1) }], repeatMs: 1_000 });
  time.advance(3_500);
  expect(done).toEqual([100, 1_100, 2_100, 3_100].map((atMs) => [atMs, scan(1)]));
  expect(running.positionMs()).toBe(500);
  running.end();
  time.advance(10_000);
  expect(done).toHaveLength(4);
  expect([running.isRunning(), time.pending()]).toEqual([false, 0]);
});

test('rounds that a sleeping machine missed are skipped', () => {
  const awake = createFakeTime();
  let sleptMs = 0;
  const time = { ...awake, monotonic: () => awake.monotonic() + sleptMs };
  let rounds = 0;
  const script = readTimedScript({ steps: [{ atMs: 0, do: scan(1) }], repeatMs: 1_000 });
  const running = runTimedScript(script, {
    time,
    perform: () => {
      rounds += 1;
    },
  });
  awake.advance(500);
  sleptMs = 3_600_000;
  awake.advance(500);
  expect(rounds).toBe(2);
  expect(running.positionMs()).toBe(0);
});

test('a script without steps is over at once, even a repeating one', () => {
  const { time, running } = play({ steps: [], repeatMs: 1_000 });
  expect([running.isRunning(), time.pending()]).toEqual([false, 0]);
});

describe('an invalid script is refused with a sentence', () => {
  test.each([
    ['hello', 'A script must be an object'],
    [{}, 'steps must be a list of at most 1000'],
    [
      { steps: Array.from({ length: 1_001 }, () => ({ atMs: 0, do: scan(1) })) },
      'steps must be a list of at most 1000',
    ],
    [{ steps: [7] }, 'steps[0] must be an object'],
    [{ steps: [{ do: scan(1) }] }, 'steps[0]: atMs must be a number from 0 to 86400000'],
    [{ steps: [{ atMs: 0, do: scan(-1) }] }, 'steps[0]: wifiScan must be a whole number from 0 to 1000'],
    [
      {
        steps: [
          { atMs: 5, do: [] },
          { atMs: 4, do: [] },
        ],
      },
      'steps[1]: atMs must not be before that of the step before',
    ],
    [{ steps: [], repeatMs: 5 }, 'repeatMs must be a number from 100 to 86400000'],
    [{ steps: [{ atMs: 2_000, do: [] }], repeatMs: 1_000 }, 'repeatMs must not be before the last step'],
  ])('%#', (json, sentence) => {
    expect(() => readTimedScript(json)).toThrow(new RangeError(sentence));
  });
});
