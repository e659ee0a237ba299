import type { HspState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createStartedPlays } from './started-plays.ts';

const SOURCE = { length: 0, complete: true, slice: () => [], indexAt: () => 0 } as never; // no point of it is read

test('a device is read once a second after a play without an answer, and no more once it is gone', async () => {
  const time = createFakeTime();
  let [reads, isGone] = [0, false];
  const read = () => {
    reads += 1;
    return Promise.reject<HspState>(new Error('no answer'));
  };
  const plays = createStartedPlays({
    ...{ time, source: SOURCE, read },
    isGone: () => isGone,
    onState: () => undefined,
  });
  const play = { source: SOURCE, loop: false, clock: undefined };
  await plays.watch(play, undefined, Promise.reject<HspState>(new Error('no answer'))).catch(() => undefined);
  await time.run(5_500);
  expect(reads).toBe(6);
  isGone = true;
  await time.run(60_000);
  expect(reads).toBe(6);
  await plays.watch(play, undefined, Promise.reject<HspState>(new Error('no answer'))).catch(() => undefined);
  await time.run(60_000);
  expect(reads).toBe(6);
});
