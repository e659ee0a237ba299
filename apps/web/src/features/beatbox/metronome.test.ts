import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { beatsAtTempo, createMetronome } from './metronome.ts';

function setUp() {
  const time = createFakeTime();
  const startMs = time.monotonic();
  const clicks: { atMs: number; isStrong: boolean }[] = [];
  let open = 0;
  const metronome = createMetronome({
    time,
    open() {
      open += 1;
      return {
        click: (inMs, isStrong) => clicks.push({ atMs: time.monotonic() + inMs - startMs, isStrong }),
        close: () => {
          open -= 1;
        },
      };
    },
    beatsBetween: (fromMs, toMs) => beatsAtTempo(startMs, 500, fromMs, toMs),
  });
  return { time, metronome, clicks, open: () => open };
}

test('every beat sounds once, at its moment, and every fourth strongly', async () => {
  const { time, metronome, clicks } = setUp();
  metronome.setOn(true);
  metronome.setOn(true);
  await time.run(4_900);
  expect(clicks.map(({ atMs }) => atMs)).toEqual([
    0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000,
  ]);
  expect(clicks.filter(({ isStrong }) => isStrong).map(({ atMs }) => atMs)).toEqual([0, 2_000, 4_000]);
});

test('switched off it is silent and holds no audio context open', async () => {
  const { time, metronome, clicks, open } = setUp();
  metronome.setOn(true);
  await time.run(1_000);
  expect(open()).toBe(1);
  metronome.setOn(false);
  const before = clicks.length;
  await time.run(3_000);
  expect([clicks.length, open()]).toEqual([before, 0]);
  metronome.setOn(true);
  metronome.close();
  expect(open()).toBe(0);
});
