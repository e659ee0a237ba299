import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createEventLoopTurns } from '../../rate-limit/event-loop-turns.ts';
import { createFrameQueue } from './frame-queue.ts';

/** Queues of several links over one event loop, whose turns the test takes. */
function startLoop() {
  const due: (() => void)[] = [];
  const turns = createEventLoopTurns((run) => due.push(run));
  const readFrames: string[] = [];
  const time = createFakeTime();
  return {
    readFrames,
    time,
    async turn() {
      for (const run of due.splice(0)) run();
      // The work of a turn goes on behind a promise.
      await Promise.resolve();
      await Promise.resolve();
    },
    open() {
      const states: string[] = [];
      const source = { pause: () => states.push('paused'), resume: () => states.push('open') };
      return {
        states,
        ...createFrameQueue({ turns, time, source, read: (text) => readFrames.push(text.slice(0, 2)) }),
      };
    },
  };
}

const large = (name: string) => name.padEnd(60_000, '.');

test('small frames are read as they arrive', () => {
  const { open, readFrames } = startLoop();
  const link = open();
  for (const name of ['a1', 'a2', 'a3']) link.add(name);
  expect(readFrames).toEqual(['a1', 'a2', 'a3']);
  expect(link.states).toEqual([]);
});

test('of links full of large frames one frame is read in each turn, each link in order, and each is paused meanwhile', async () => {
  const { open, readFrames, turn } = startLoop();
  const [one, other] = [open(), open()];
  for (const name of ['a1', 'a2']) one.add(large(name));
  one.add('a3');
  for (const name of ['b1', 'b2']) other.add(large(name));
  // The present turn is the first.
  await Promise.resolve();
  await Promise.resolve();
  const counts = [readFrames.length];
  for (let turns = 0; turns < 8; turns++) {
    await turn();
    counts.push(readFrames.length);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 5, 5, 5, 5]);
  expect(readFrames.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(readFrames.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2']);
  expect([one.states, other.states]).toEqual([
    ['paused', 'open'],
    ['paused', 'open'],
  ]);
});

test('many small frames at a time are pieces too', async () => {
  const { open, readFrames, turn } = startLoop();
  const link = open();
  for (let count = 0; count < 100; count++) link.add('c'.padEnd(100, '.'));
  expect(readFrames).toHaveLength(40);
  for (let turns = 0; turns < 4; turns++) await turn();
  expect(readFrames).toHaveLength(100);
  expect(link.states).toEqual(['paused', 'open']);
});

test('a link that sends little is read at once beside links full of large frames, however much it has sent in the end', async () => {
  const { open, readFrames, time, turn } = startLoop();
  const flooding = open();
  flooding.add(large('a1'));
  await turn();
  for (let count = 0; count < 100; count++) flooding.add(large('a2'));
  const link = open();
  for (let count = 0; count < 1_000; count++) {
    time.advance(50);
    link.add('b'.padEnd(500, '.'));
  }
  expect(readFrames.filter((name) => name.startsWith('b'))).toHaveLength(1_000);
  expect(link.states).toEqual([]);
});

test('what is to happen once every frame is read happens at once, or after the last that waits', async () => {
  const { open, readFrames, turn } = startLoop();
  const link = open();
  link.add('a1');
  link.whenRead(() => readFrames.push('end 1'));
  for (const name of ['a2', 'a3']) link.add(large(name));
  link.whenRead(() => readFrames.push('end 2'));
  expect(readFrames).toEqual(['a1', 'end 1']);
  for (let turns = 0; turns < 4; turns++) await turn();
  expect(readFrames).toEqual(['a1', 'end 1', 'a2', 'a3', 'end 2']);
});
