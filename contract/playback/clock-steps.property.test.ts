/** A script that the cloud streams, while the wall clock of the cloud's machine is set: forth, back, and several times. */
import type { Pairs } from '@tactus/virtual-device/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playScript } from './played-script.ts';

const RUNS = 8;
const SECOND_MS = 1_000;
/** The device's buffer lasts 800 s of this script: what is played later was sent after the clock was set. */
const LATER_MS = 900 * SECOND_MS;

/** Fifty minutes, a point every 200 ms. */
const LONG: Pairs = Array.from({ length: 15_001 }, (_, index) => {
  const seconds = index / 5;
  return [index * 200, Math.round(50 + 30 * Math.sin(seconds * 0.9) + 10 * Math.sin(seconds * 0.213))] as const;
});

const step = fc.record({
  afterS: fc.integer({ min: 1, max: 300 }),
  byS: fc.oneof(fc.integer({ min: -7_200, max: 7_200 }), fc.integer({ min: -30, max: 30 })),
});

test('is followed whenever the clock is set, and after it, to the end of all that was buffered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const { play, follow, time } = await playScript(LONG);
      let atMs = await play(0);
      for (const { afterS, byS } of steps) {
        await time.run(afterS * SECOND_MS);
        time.setWallClock(time.now() + byS * SECOND_MS);
        atMs = await follow(SECOND_MS, atMs + afterS * SECOND_MS);
      }
      await time.run(LATER_MS);
      await follow(SECOND_MS, atMs + LATER_MS);
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      examples: [
        [[{ afterS: 20, byS: -3_600 }]],
        [[{ afterS: 20, byS: 3_600 }]],
        [
          [
            { afterS: 20, byS: 600 },
            { afterS: 200, byS: -600 },
          ],
        ],
      ],
    },
  );
});

test('goes on where a seek, a pause or another rate follows the setting of the clock', async () => {
  for (const byS of [-3_600, 3_600]) {
    const { play, put, state, follow, time } = await playScript(LONG);
    await time.run(20 * SECOND_MS + (await play(0)));
    time.setWallClock(time.now() + byS * SECOND_MS);
    // The clock of the device is measured again meanwhile.
    await time.run(5 * SECOND_MS);
    const soughtMs = await follow(SECOND_MS, await play(600_100));
    await put('/hssp/pause');
    await time.run(10 * SECOND_MS);
    await put('/hssp/resume', { pickUp: false });
    expect(Math.abs((await state()).current_time - soughtMs)).toBeLessThan(60);
    const atMs = await follow(SECOND_MS, (await state()).current_time);
    await time.run(LATER_MS);
    await follow(SECOND_MS, atMs + LATER_MS);
    await follow(SECOND_MS, await play(1_000_100, { playback_rate: 0.5 }), { rate: 0.5 });
  }
});
