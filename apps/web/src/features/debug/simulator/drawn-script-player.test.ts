import { pointsToColumns } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDrawnScriptPlayer } from './drawn-script-player.ts';

test('a script plays, pauses, seeks, and restarts at its end', () => {
  const time = createFakeTime();
  const clock = createDrawnScriptPlayer(time);
  expect([clock.position01(), clock.durationMs(), clock.timeMs()]).toEqual([undefined, 0, 0]);
  clock.play();
  time.advance(50);
  expect(clock.timeMs()).toBe(0);
  clock.load(
    pointsToColumns([
      { t: 0, x: 0 },
      { t: 1_000, x: 100 },
    ]),
  );
  expect([clock.playing(), clock.durationMs(), clock.position01()]).toEqual([false, 1_000, 0]);
  clock.play();
  clock.play();
  time.advance(250);
  expect(clock.position01()).toBeCloseTo(0.25);
  clock.seek(700);
  time.advance(100);
  expect(clock.position01()).toBeCloseTo(0.8);
  time.advance(300);
  expect(clock.timeMs()).toBe(100);
  clock.pause();
  time.advance(500);
  clock.seek(9_999);
  expect([clock.playing(), clock.timeMs()]).toEqual([false, 1_000]);
});
