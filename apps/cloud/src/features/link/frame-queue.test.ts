import { expect, test } from 'vitest';
import { createEventLoopTurns } from '../../rate-limit/event-loop-turns.ts';
import { createFrameQueue } from './frame-queue.ts';

/** Queues of several links over one event loop, whose turns the test takes. */
function startLoop() {
  const due: (() => void)[] = [];
  const turns = createEventLoopTurns((run) => due.push(run));
  const readFrames: string[] = [];
  return {
    readFrames,
    async turn() {
      for (const run of due.splice(0)) run();
      // The work of a turn goes on behind a promise.
      await Promise.resolve();
      await Promise.resolve();
    },
    open() {
      const states: string[] = [];
      const source = { pause: () => states.push('paused'), resume: () => states.push('open') };
      return { states, ...createFrameQueue({ turns, source, read: (text) => readFrames.push(text.slice(0, 2)) }) };
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
  const counts: number[] = [];
  for (let turns = 0; turns < 8; turns++) {
    await turn();
    counts.push(readFrames.length);
  }
  expect(counts.map((count, index) => count - (counts[index - 1] ?? 0)).every((read) => read <= 2)).toBe(true);
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
