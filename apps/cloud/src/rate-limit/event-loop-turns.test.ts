import { systemTime } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createHandLoop } from '../testing/hand-loop.ts';
import { createEventLoopTurns, eventLoopTurnsOf } from './event-loop-turns.ts';

const settled = () => createFakeTime().settle();

test('one piece runs in each turn of the event loop, in the order of the requests', async () => {
  const loop = createHandLoop();
  const turns = createEventLoopTurns(loop.later);
  const seen: string[] = [];
  const work = async (name: string, pieces: number) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      await turns.next();
      seen.push(name);
    }
  };
  void work('a', 2);
  void work('b', 1);
  void work('c', 2);
  const lengths: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await settled();
    lengths.push(seen.length);
    loop.turn();
  }
  expect([seen.join(''), lengths, loop.waiting()]).toEqual(['abcac', [1, 2, 3, 4, 5, 5], 0]);
  void work('d', 1);
  await settled();
  expect(seen.at(-1)).toBe('d');
});

test('a cloud in real time has turns, and in virtual time nothing waits for the event loop', async () => {
  const areBothAtOnce = async ({ next }: ReturnType<typeof eventLoopTurnsOf>) => {
    let come = 0;
    for (let calls = 0; calls < 2; calls += 1)
      void next().then(() => {
        come += 1;
      });
    for (let task = 0; task < 10; task += 1) await Promise.resolve();
    return come === 2;
  };
  expect(await areBothAtOnce(eventLoopTurnsOf(createFakeTime()))).toBe(true);
  expect(await areBothAtOnce(eventLoopTurnsOf(systemTime))).toBe(false);
});
