import { HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { bootDevice, mmOf } from '../../testing/booted-device.ts';

const { PLAYING, STARVING } = HspPlayState;

/** A lap of 1000 ms that begins at stream time 200, up and down. */
const LAP = [
  [200, 20],
  [700, 60],
  [1_200, 20],
] as const;

async function looping(pairs: readonly (readonly [number, number])[] = LAP, start_time = 200) {
  const booted = bootDevice();
  await booted.measureClock();
  await booted.add(pairs);
  await booted.play({ start_time, loop: true });
  booted.events.length = 0;
  return { ...booted, laps: () => booted.timesOf('hsp_looping') };
}

describe('looping', () => {
  test('starts again from the first point at the end, and reports it', async () => {
    const { time, state, mm, laps, events } = await looping();
    time.advance(1_250);
    expect(await state()).toMatchObject({ play_state: PLAYING, loop: true, current_time: 450, current_point: 0 });
    expect(await mm()).toBeCloseTo(mmOf(40), 1);
    time.advance(2_000);
    expect(await mm()).toBeCloseTo(mmOf(40), 1);
    expect(laps()).toEqual([1_000, 2_000, 3_000]);
    expect(events[0]?.data).toMatchObject({ current_time: 200, current_point: 0 });
  });

  test('never starves', async () => {
    const { time, names } = await looping();
    time.advance(60_000);
    expect(new Set(names())).toEqual(new Set(['hsp_looping']));
  });

  test('is reported at most twice a second, however short the laps are', async () => {
    const { time, laps } = await looping([
      [0, 50],
      [50, 52],
      [100, 50],
    ]);
    time.advance(10_000);
    const gaps = laps().map((atMs, index) => atMs - (laps()[index - 1] ?? -Infinity));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
    expect(laps().length).toBeGreaterThanOrEqual(19);
    expect(laps().length).toBeLessThanOrEqual(20);
    for (const atMs of laps()) expect(atMs % 100).toBeCloseTo(0, 6);
  });

  test('runs at the rate', async () => {
    const { device, time, laps } = await looping();
    await device.call('hsp.playbackrate', { playback_rate: 2 });
    time.advance(1_600);
    expect(laps()).toEqual([500, 1_000, 1_500]);
  });

  test('points added during a loop lengthen the laps without a jump in the current one', async () => {
    const { time, add, state, laps } = await looping();
    time.advance(1_300);
    expect((await state()).current_time).toBe(500);
    expect((await add([[2_200, 20]])).current_time).toBe(500);
    time.advance(1_600);
    expect((await state()).current_time).toBe(2_100);
    time.advance(200);
    expect((await state()).current_time).toBe(300);
    expect(laps()).toEqual([1_000, 3_000]);
  });

  test('switched off, it plays to the end and starves there', async () => {
    const { device, time, timesOf, state } = await looping();
    time.advance(1_400);
    expect(await device.call('hsp.loop', { loop: false })).toMatchObject({ loop: false, current_time: 600 });
    time.advance(3_000);
    expect(timesOf('hsp_starving')).toEqual([2_000]);
    expect((await state()).play_state).toBe(STARVING);
  });

  test('switched on during playback, it loops from then on', async () => {
    const { device, add, play, time, names } = bootDevice();
    await add(LAP);
    await play({ start_time: 200 });
    time.advance(500);
    expect((await device.call('hsp.loop', { loop: true })).loop).toBe(true);
    time.advance(1_000);
    expect(names().at(-1)).toBe('hsp_looping');
  });

  test('switched on while starving, it loops at once', async () => {
    const { device, add, play, time, state } = bootDevice();
    await add(LAP);
    await play({ start_time: 200, pause_on_starving: true });
    time.advance(5_000);
    expect((await device.call('hsp.loop', { loop: true })).play_state).toBe(PLAYING);
    time.advance(300);
    expect((await state()).current_time).toBe(500);
  });

  test('a start beyond the end is mapped into a lap', async () => {
    const { time, state, laps } = await looping(LAP, 2_700);
    expect(await state()).toMatchObject({ play_state: PLAYING, current_time: 700 });
    time.advance(600);
    expect(laps()).toEqual([500]);
  });

  test('a future start beyond the end moves to its place, and reports no lap before it', async () => {
    const { time, play, mm, laps } = await looping();
    await play({ start_time: 2_700, loop: true, server_time: time.now() + 2_000 });
    time.advance(2_000);
    expect(laps()).toEqual([]);
    expect(await mm()).toBeCloseTo(mmOf(60), -1);
    time.advance(500);
    expect(laps()).toEqual([2_500]);
    time.advance(1_250);
    expect(await mm()).toBeCloseTo(mmOf(40), 0);
  });

  test('laps that are shortened before a future start do not begin before it', async () => {
    const { time, add, play, laps } = await looping();
    await play({ start_time: 1_100, loop: true, server_time: time.now() + 2_000 });
    await add(
      [
        [200, 20],
        [500, 60],
        [800, 20],
      ],
      { flush: true },
    );
    time.advance(2_500);
    expect(laps()).toEqual([2_300]);
  });

  test('a negative start leads in once and then loops from the first point on', async () => {
    const { time, state, laps } = await looping(LAP, -500);
    time.advance(300);
    expect((await state()).current_time).toBe(-200);
    time.advance(1_500);
    expect((await state()).current_time).toBe(300);
    expect(laps()).toEqual([1_700]);
  });

  test('one point cannot be looped: it starves', async () => {
    const { time, names } = await looping([[200, 30]]);
    time.advance(1_000);
    expect(names()).toEqual(['hsp_starving']);
  });

  test('the reported time stays inside the lap also with a time offset', async () => {
    const { device, time, state } = await looping();
    await device.call('hstp.setOffset', { offset: 300 });
    time.advance(900);
    expect((await state()).current_time).toBe(1_100);
  });

  test('a resume continues at the paused place, with pick_up the lap goes on meanwhile', async () => {
    const { device, time, state } = await looping();
    time.advance(1_300);
    await device.call('hsp.pause', {});
    time.advance(1_400);
    await device.call('hsp.resume', { pick_up: false });
    expect((await state()).current_time).toBe(500);
    await device.call('hsp.pause', {});
    time.advance(1_400);
    await device.call('hsp.resume', { pick_up: true });
    expect((await state()).current_time).toBe(900);
  });

  test('a flush ends the laps', async () => {
    const { device, time, names } = await looping();
    time.advance(300);
    await device.call('hsp.flush', {});
    time.advance(5_000);
    expect(names()).toEqual(['hsp_starving']);
  });
});
