import { errorKinds, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { bootDevice, mmOf, refusalOf } from '../../testing/booted-device.ts';

const { PLAYING, STOPPED } = HspPlayState;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Two slow strokes of two seconds each, with a rest at their end. */
const STROKES = [
  [0, 0],
  [2_000, 80],
  [4_000, 20],
] as const;

async function loaded(pairs: readonly (readonly [number, number])[] = STROKES) {
  const booted = bootDevice();
  await booted.measureClock();
  await booted.add(pairs);
  booted.events.length = 0;
  return booted;
}

describe('motion', () => {
  test('is linear between the points, and rests at the last one', async () => {
    const { play, time, mm, slider } = await loaded();
    await play();
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(40), 1);
    time.advance(500);
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
    time.advance(1_500);
    expect(await mm()).toBeCloseTo(mmOf(50), 1);
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(20), 1);
    time.advance(60_000);
    expect(await mm()).toBeCloseTo(mmOf(20), 3);
    expect((await slider()).speed_absolute).toBe(0);
  });

  test('positions are shares of the stroke window', async () => {
    const { device, play, time, mm } = await loaded();
    const stroke = await device.call('slider.setStroke', { min: 0.25, max: 0.75 });
    await play();
    time.advance(2_500);
    const expected = stroke.min_absolute + 0.65 * (stroke.max_absolute - stroke.min_absolute);
    expect(await mm()).toBeCloseTo(expected, 1);
  });

  test('a window changed during playback moves the playback into it, without a break in time', async () => {
    const { device, play, time, mm, state } = await loaded();
    await play();
    time.advance(500);
    await device.call('slider.setStroke', { min: 0.5, max: 1 });
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(50 + 60 / 2), 1);
    expect((await state()).current_time).toBe(1_500);
  });

  test('the state has the stream time and the last point that was played', async () => {
    const { play, time, state } = await loaded();
    expect((await play()).current_point).toBe(-1);
    expect(await state()).toMatchObject({ play_state: PLAYING, current_time: 0, current_point: 0 });
    time.advance(1_999);
    expect(await state()).toMatchObject({ current_time: 1_999, current_point: 0 });
    time.advance(1);
    expect(await state()).toMatchObject({ current_time: 2_000, current_point: 1 });
    time.advance(2_000);
    expect(await state()).toMatchObject({ current_time: 4_000, current_point: 2 });
  });

  test('a play during playback is a seek', async () => {
    const { play, time, mm, state } = await loaded();
    await play();
    time.advance(500);
    await play({ start_time: 3_000 });
    time.advance(500);
    expect((await state()).current_time).toBe(3_500);
    expect(await mm()).toBeCloseTo(mmOf(35), 1);
  });

  test('points added during playback change nothing before them', async () => {
    const { add, play, time, mm } = await loaded();
    await play();
    time.advance(3_000);
    const before = await mm();
    await add([[6_000, 60]]);
    expect(await mm()).toBe(before);
    time.advance(2_000);
    expect(await mm()).toBeCloseTo(mmOf(40), 1);
  });
});

describe('when it starts', () => {
  test('a server time in the past starts later in the stream', async () => {
    const { play, time, mm, state } = await loaded();
    await play({ server_time: time.now() - 700 });
    expect((await state()).current_time).toBe(700);
    time.advance(800);
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
  });

  test('a server time in the future moves the slider to its place before that', async () => {
    const { play, time, mm, state } = await loaded();
    await play({ start_time: 1_000, server_time: time.now() + 1_000 });
    time.advance(500);
    expect(await state()).toMatchObject({ play_state: PLAYING, current_time: 1_000 });
    expect(await mm()).toBeCloseTo(mmOf(20), 0);
    time.advance(500);
    expect(await mm()).toBeCloseTo(mmOf(40), 0);
    time.advance(500);
    expect((await state()).current_time).toBe(1_500);
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
  });

  test('a start beyond the end moves the slider to the last point, and starves at its time, not before', async () => {
    const { play, time, mm, timesOf } = await loaded();
    await play({ start_time: 5_000, server_time: time.now() + 3_000 });
    time.advance(1_500);
    expect(await mm()).toBeCloseTo(mmOf(10), 0);
    time.advance(1_500);
    expect(await mm()).toBeCloseTo(mmOf(20), 1);
    expect(timesOf('hsp_starving')).toEqual([3_000]);
  });

  test('a negative start time leads to the first point, which is played at 0', async () => {
    const { play, time, mm, state } = await loaded([
      [0, 60],
      [2_000, 10],
    ]);
    await play({ start_time: -1_000 });
    time.advance(500);
    expect(await state()).toMatchObject({ current_time: -500, current_point: -1 });
    expect(await mm()).toBeCloseTo(mmOf(30), 0);
    time.advance(1_500);
    expect(await mm()).toBeCloseTo(mmOf(35), 1);
  });

  test('without a server time it starts on arrival', async () => {
    const { play, time, state } = await loaded();
    await play({ start_time: 300 });
    time.advance(200);
    expect((await state()).current_time).toBe(500);
  });

  test('without a measured clock it starts on arrival, whatever the server time', async () => {
    const { add, play, time, state } = bootDevice();
    await add(STROKES);
    await play({ server_time: time.now() - 1_500 });
    time.advance(200);
    expect((await state()).current_time).toBe(200);
  });

  test('a server time more than a day ago is refused as a delay that is too long', async () => {
    const { play, time, state, names } = await loaded();
    await expect(play({ server_time: time.now() - DAY_MS - 1 })).rejects.toMatchObject(
      refusalOf(errorKinds.delayTooLong),
    );
    expect((await state()).play_state).toBe(STOPPED);
    expect((await play({ server_time: time.now() - DAY_MS })).play_state).toBe(PLAYING);
    expect(names()).toEqual([]);
  });

  test('a server time more than a day ahead is refused as a negative delay', async () => {
    const { play, time } = await loaded();
    await expect(play({ server_time: time.now() + DAY_MS + 1 })).rejects.toMatchObject(
      refusalOf(errorKinds.negativeDelay),
    );
    expect((await play({ server_time: time.now() + DAY_MS })).play_state).toBe(PLAYING);
  });

  test('a refused play executes nothing of its embedded add', async () => {
    const { play, time, state } = await loaded();
    const add = { points: [{ t: 9_000, x: 1 }], flush: true };
    await expect(play({ server_time: time.now() - 2 * DAY_MS, add })).rejects.toThrow();
    expect((await state()).points).toBe(3);
  });
});

describe('the rate', () => {
  test.each([0.5, 2])('%d at play runs the stream so much faster', async (rate) => {
    const { play, time, mm, state } = await loaded();
    expect((await play({ playback_rate: rate })).playback_rate).toBe(rate);
    time.advance(1_000 / rate);
    expect((await state()).current_time).toBe(1_000);
    expect(await mm()).toBeCloseTo(mmOf(40), 0);
  });

  test.each([0.5, 2])('%d by its own call changes it during playback, without a jump', async (rate) => {
    const { device, play, time, mm, state } = await loaded();
    await play();
    time.advance(500);
    const before = await mm();
    expect(await device.call('hsp.playbackrate', { playback_rate: rate })).toMatchObject({
      playback_rate: rate,
      current_time: 500,
    });
    expect(await mm()).toBe(before);
    time.advance(1_000 / rate);
    expect((await state()).current_time).toBe(1_500);
    expect(await mm()).toBeCloseTo(mmOf(60), 0);
  });

  test('set while stopped or paused counts from the resume on', async () => {
    const { device, play, time, state } = await loaded();
    await play();
    time.advance(500);
    await device.call('hsp.pause', {});
    await device.call('hsp.playbackrate', { playback_rate: 2 });
    time.advance(1_000);
    expect((await state()).current_time).toBe(500);
    await device.call('hsp.resume', { pick_up: false });
    time.advance(500);
    expect((await state()).current_time).toBe(1_500);
  });

  test('a server time in the past counts at the rate', async () => {
    const { play, time, state } = await loaded();
    await play({ server_time: time.now() - 500, playback_rate: 2 });
    expect((await state()).current_time).toBe(1_000);
  });
});
