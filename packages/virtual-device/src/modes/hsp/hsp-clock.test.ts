import { describe, expect, test } from 'vitest';
import { bootDevice, mmOf } from '../../testing/booted-device.ts';

/** Plays 0 to 80 percent in eight seconds (10 percent a second); one second has passed. */
async function playing(more: Parameters<ReturnType<typeof bootDevice>['play']>[0] = {}) {
  const booted = bootDevice();
  await booted.measureClock();
  await booted.add([
    [0, 0],
    [8_000, 80],
  ]);
  await booted.play(more);
  booted.time.advance(1_000);
  const sync = (current_time: number, filter: number, server_time = booted.time.now()) =>
    booted.device.call('hsp.synctime', { current_time, server_time, filter });
  const offset = (ms: number) => booted.device.call('hstp.setOffset', { offset: ms });
  return { ...booted, sync, offset };
}

describe('synctime', () => {
  test.each([
    [1, 1_400],
    [0.5, 1_200],
    [0, 1_000],
  ])('with filter %d removes that share of the difference', async (filter, expected) => {
    const { sync, time, mm } = await playing();
    expect((await sync(1_400, filter)).current_time).toBe(expected);
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf((expected + 1_000) / 100), 1);
  });

  test('can move the stream back', async () => {
    const { sync, time, mm, state } = await playing();
    expect((await sync(700, 1)).current_time).toBe(700);
    time.advance(1_000);
    expect((await state()).current_time).toBe(1_700);
    expect(await mm()).toBeCloseTo(mmOf(17), 1);
  });

  test('counts the time since the server time, at the rate', async () => {
    const { sync, time } = await playing({ playback_rate: 2 });
    expect((await sync(3_000, 1, time.now() - 200)).current_time).toBe(3_400);
  });

  test('while paused sets the time to resume from, and moves nothing', async () => {
    const { device, sync, time, slider, state } = await playing();
    await device.call('hsp.pause', {});
    expect((await sync(3_000, 1, time.now() - 200)).current_time).toBe(3_000);
    time.advance(500);
    expect((await slider()).speed_absolute).toBe(0);
    await device.call('hsp.resume', { pick_up: false });
    time.advance(500);
    expect((await state()).current_time).toBe(3_500);
  });

  test('shifts the instant of the end too', async () => {
    const { sync, time, timesOf } = await playing();
    await sync(3_000, 1);
    time.advance(20_000);
    expect(timesOf('hsp_starving')).toEqual([6_000]);
  });

  test('back to a time before the end continues a starving playback', async () => {
    const { sync, time, mm } = await playing();
    time.advance(9_000);
    await sync(2_000, 1);
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(30), 1);
  });

  test('in a loop stays within the lap', async () => {
    const { sync, time, state } = await playing({ loop: true });
    time.advance(9_000);
    expect((await state()).current_time).toBe(2_000);
    expect((await sync(2_300, 1)).current_time).toBe(2_300);
  });

  test('in a loop goes the shorter way, over its seam and with the time of any lap', async () => {
    const { sync, time } = await playing({ loop: true });
    time.advance(6_990);
    expect((await sync(7_990, 1)).current_time).toBe(7_990);
    expect((await sync(10, 0.5)).current_time).toBe(0);
    expect((await sync(7_980, 0.5)).current_time).toBe(7_990);
    time.advance(1_000);
    expect((await sync(8_000 * 37 + 990, 0.9)).current_time).toBe(990);
    expect((await sync(1_090, 0.5)).current_time).toBe(1_040);
  });

  test('a playback from a time beyond the lap follows a film that is longer', async () => {
    const { sync, time } = await playing({ start_time: 9_000, loop: true });
    expect((await sync(10_000, 0.9)).current_time).toBe(2_000);
    time.advance(15_000);
    expect((await sync(25_040, 0.5)).current_time).toBe(1_020);
  });

  test('before a future start moves only the start', async () => {
    const { device, time, slider, state, add } = await playing();
    await add([[0, 0], ...Array.from({ length: 40 }, (_, index) => [index * 500, (index % 2) * 100] as const)], {
      flush: true,
    });
    const startMs = time.now() + 3_000;
    await device.call('hsp.play', {
      start_time: 5_000,
      server_time: startMs,
      playback_rate: 1,
      loop: false,
      pause_on_starving: false,
    });
    const sync = (current_time: number, filter: number) =>
      device.call('hsp.synctime', { current_time, server_time: time.now(), filter });
    time.advance(1_000);
    await sync(3_000, 0.5);
    time.advance(500);
    await sync(3_900, 0.5);
    for (let passedMs = 600; passedMs < 1_700; passedMs += 100) {
      time.advance(100);
      expect((await state()).current_time).toBe(5_000);
      // It is led to its place for the whole time until the start.
      expect((await slider()).speed_absolute).toBeLessThan(10);
    }
    time.advance(400);
    expect((await state()).current_time).toBe(5_200);
    await sync(5_400, 1);
    expect((await state()).current_time).toBe(5_400);
  });
});

describe("the user's time offset", () => {
  test('a positive one moves the slider ahead, and the reported time stays nominal', async () => {
    const { offset, play, time, mm, state } = await playing();
    await offset(500);
    await play();
    time.advance(2_000);
    expect((await state()).current_time).toBe(2_000);
    expect(await mm()).toBeCloseTo(mmOf(25), 1);
  });

  test('a negative one moves it behind', async () => {
    const { offset, play, time, mm, state } = await playing();
    await offset(-500);
    await play();
    time.advance(2_000);
    expect((await state()).current_time).toBe(2_000);
    expect(await mm()).toBeCloseTo(mmOf(15), 1);
  });

  test('a change during playback shifts it at once', async () => {
    const { offset, time, mm, state } = await playing();
    await offset(300);
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(23), 1);
    await offset(-200);
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(28), 1);
    expect((await state()).current_time).toBe(3_000);
  });

  test('is in real time: at twice the rate it is twice as much of the stream', async () => {
    const { offset, time, mm } = await playing({ playback_rate: 2 });
    await offset(500);
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(50), 1);
  });

  test('is the same in real time after a change of the rate', async () => {
    const { device, offset, time, mm, state } = await playing();
    await offset(500);
    time.advance(1_000);
    await device.call('hsp.playbackrate', { playback_rate: 2 });
    time.advance(1_000);
    expect((await state()).current_time).toBe(4_000);
    expect(await mm()).toBeCloseTo(mmOf(50), 1);
  });

  test('a synctime sets the nominal time', async () => {
    const { offset, sync, time, mm } = await playing();
    await offset(500);
    expect((await sync(2_000, 1)).current_time).toBe(2_000);
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(35), 1);
  });

  test('a change while paused counts from the resume on', async () => {
    const { device, offset, time, mm, state } = await playing();
    await device.call('hsp.pause', {});
    await offset(500);
    expect((await state()).current_time).toBe(1_000);
    await device.call('hsp.resume', { pick_up: false });
    time.advance(1_000);
    expect((await state()).current_time).toBe(2_000);
    expect(await mm()).toBeCloseTo(mmOf(25), 1);
  });

  test('moves the instants of threshold and end', async () => {
    const { device, add, offset, time, timesOf } = await playing();
    await add([[9_000, 0]], { tail_point_stream_index: 3 });
    await device.call('hsp.threshold', { tail_point_threshold: 2 });
    await offset(500);
    time.advance(20_000);
    expect(timesOf('hsp_threshold_reached')).toEqual([7_500]);
    expect(timesOf('hsp_starving')).toEqual([8_500]);
  });
});
