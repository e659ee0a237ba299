/** Scripts that the cloud streams: the slider of the virtual device follows them through good and bad links. */
import type { Pairs } from '@tactus/virtual-device/testing';
import { describe, expect, test } from 'vitest';
import { CATCH_UP_MS, playScript } from './played-script.ts';

const MINUTE_MS = 60_000;

/** Ten minutes, a point every 200 ms, three waves; below 60 percent a second. */
const SMOOTH: Pairs = Array.from({ length: 3_001 }, (_, index) => {
  const seconds = index / 5;
  const wave = 30 * Math.sin(seconds * 0.9) + 10 * Math.sin(seconds * 2.17 + 1) + 5 * Math.sin(seconds * 0.113);
  return [index * 200, Math.round(50 + wave)] as const;
});

const playing = (script: Pairs = SMOOTH, linkFaults: object = {}) => playScript(script, linkFaults);

describe('a smooth script of ten minutes, played by HSSP', () => {
  test('is followed within 1 % of the stroke and 5 ms to its end', async () => {
    const { play, follow } = await playing();
    await follow(9.9 * MINUTE_MS, await play(0));
  });

  test('is followed through a link of 340 ms', async () => {
    const { play, follow } = await playing(SMOOTH, { halfTripMs: 170 });
    await follow(2 * MINUTE_MS, await play(0));
    await follow(MINUTE_MS, await play(400_100));
  });

  test.each([0.5, 2])('is followed at the rate %d', async (rate) => {
    const { play, follow } = await playing();
    await follow(2 * MINUTE_MS, await play(0, { playback_rate: rate }), { rate });
  });

  test('is followed through pauses, continued or picked up', async () => {
    const { play, put, state, follow, time } = await playing();
    let at = await follow(MINUTE_MS, await play(0));
    for (const pickUp of [false, true]) {
      await put('/hssp/pause');
      await time.run(2_345);
      await put('/hssp/resume', { pickUp });
      const { current_time } = await state();
      expect(Math.abs(current_time - (pickUp ? at + 2_345 : at))).toBeLessThan(60);
      at = await follow(MINUTE_MS, current_time);
    }
  });

  test('is followed through seeks forth and back', async () => {
    const { play, follow } = await playing();
    await follow(MINUTE_MS, await play(0));
    await follow(MINUTE_MS, await play(450_300));
    await follow(MINUTE_MS, await play(12_345));
  });

  test('is followed through corrections of its clock', async () => {
    const { play, put, follow, time } = await playing();
    let at = await follow(MINUTE_MS, await play(0));
    await put('/hssp/synctime', { current_time: Math.round(at + 300), server_time: Math.round(time.now()), filter: 1 });
    at = await follow(MINUTE_MS, at + 300);
    await put('/hssp/synctime', {
      current_time: Math.round(at - 200),
      server_time: Math.round(time.now()),
      filter: 0.5,
    });
    await follow(MINUTE_MS, at - 100);
  });

  test('is followed lap after lap when the device loops by itself', async () => {
    const { play, follow, state, time } = await playing(SMOOTH.slice(0, 301));
    const lapMs = MINUTE_MS;
    const at = await play(0, { loop: true });
    await follow(0.9 * MINUTE_MS, at, { lapMs });
    await time.run(10 * lapMs - 0.9 * MINUTE_MS - CATCH_UP_MS);
    await follow(0.9 * MINUTE_MS, at, { lapMs });
    expect(await state()).toMatchObject({ loop: true, points: 301 });
  });

  test('is followed from lap to lap when it is longer than the buffer of the device', async () => {
    const long: Pairs = Array.from({ length: 6_001 }, (_, index) => [index * 100, index % 2 === 0 ? 40 : 44] as const);
    const { play, follow, state } = await playing(long);
    const lapMs = 10 * MINUTE_MS;
    await follow(2.1 * lapMs, await play(0, { loop: true }), { lapMs });
    const { current_time, loop } = await state();
    expect(loop).toBe(true);
    expect(Math.abs(current_time - (0.1 * lapMs + CATCH_UP_MS))).toBeLessThan(20);
  });
});
