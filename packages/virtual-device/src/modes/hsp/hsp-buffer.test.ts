import { errorKinds, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import type { ModelName } from '../../hardware/models.ts';
import { bootDevice, pointsOf, refusalOf, slowPairs } from '../../testing/booted-device.ts';

const { NOT_INITIALIZED, PLAYING, STOPPED } = HspPlayState;

/** Adds points in adds of 100, and returns the last answer. */
async function fill(device: ReturnType<typeof bootDevice>, count: number, fromMs = 0) {
  const pairs = slowPairs(count, 100, fromMs);
  for (let index = 0; index < count; index += 100) await device.add(pairs.slice(index, index + 100));
  return device.state();
}

describe('setup', () => {
  test('before any setup the player is not initialised, and a read changes nothing', async () => {
    const { state, names } = bootDevice();
    expect(await state()).toMatchObject({ play_state: NOT_INITIALIZED, points: 0, max_points: 0, stream_id: 0 });
    expect(names()).toEqual([]);
  });

  test('answers with a stopped, empty stream at its beginning', async () => {
    const { device } = bootDevice();
    expect(await device.call('hsp.setup', { stream_id: 77 })).toEqual({
      play_state: STOPPED,
      pause_on_starving: false,
      points: 0,
      max_points: 4_000,
      current_point: 0,
      current_time: 0,
      loop: false,
      playback_rate: 1,
      first_point_time: 0,
      last_point_time: 0,
      stream_id: 77,
      tail_point_stream_index: 0,
      tail_point_stream_index_threshold: 0,
    });
  });

  test('a stream without an id, or with id 0, gets a new id each time', async () => {
    const { device } = bootDevice();
    const first = await device.call('hsp.setup', {});
    const second = await device.call('hsp.setup', { stream_id: 0 });
    for (const { stream_id } of [first, second]) {
      expect(stream_id).toBeGreaterThanOrEqual(1);
      expect(stream_id).toBeLessThanOrEqual(4_294_967_295);
    }
    expect(second.stream_id).not.toBe(first.stream_id);
  });

  test.each<[ModelName, number, number]>([
    ['handy', 4_000, 300],
    ['handy-1.2', 4_000, 300],
    ['handy-2', 9_707, 3_000],
    ['handy-2-pro', 9_707, 3_000],
  ])('the capacity of a %s is %i points, and %i once Bluetooth takes memory too', async (model, wifi, withBle) => {
    const { device } = bootDevice({ model });
    expect((await device.call('hsp.setup', {})).max_points).toBe(wifi);
    await device.call('system.setInterfaces', { wifi: true, ble: true });
    expect((await device.call('hsp.state', {})).max_points).toBe(wifi);
    expect((await device.call('hsp.setup', {})).max_points).toBe(withBle);
    await device.call('system.setInterfaces', { wifi: true, ble: false });
    expect((await device.call('hsp.setup', {})).max_points).toBe(wifi);
  });

  test('drops the points, index, threshold, options and playback of the stream before', async () => {
    const { device, add, play, time, slider } = bootDevice();
    await device.call('hsp.setup', { stream_id: 5 });
    await add(
      [
        [0, 0],
        [5_000, 100],
      ],
      { tail_point_stream_index: 9, tail_point_threshold: 8 },
    );
    await play({ loop: true, pause_on_starving: true, playback_rate: 2 });
    time.advance(500);
    const state = await device.call('hsp.setup', { stream_id: 6 });
    expect(state).toMatchObject({ play_state: STOPPED, points: 0, current_time: 0, loop: false, playback_rate: 1 });
    expect(state).toMatchObject({ pause_on_starving: false, tail_point_stream_index: 0, stream_id: 6 });
    expect(state.tail_point_stream_index_threshold).toBe(0);
    time.advance(100);
    expect((await slider()).speed_absolute).toBe(0);
  });

  test('a call before any setup sets up stream 0', async () => {
    const { add } = bootDevice();
    expect(await add([[0, 0]])).toMatchObject({ play_state: STOPPED, stream_id: 0, points: 1, max_points: 4_000 });
  });

  test('every call of the player is refused on a model without a slider', async () => {
    const { device, add, play, state } = bootDevice({ model: 'oh' });
    const notSupported = refusalOf(errorKinds.notSupported);
    await expect(device.call('hsp.setup', {})).rejects.toMatchObject(notSupported);
    await expect(add([[0, 0]])).rejects.toMatchObject(notSupported);
    await expect(play()).rejects.toMatchObject(notSupported);
    await expect(state()).rejects.toMatchObject(notSupported);
    expect((await device.call('info.mode', {})).mode_session_id).toBe(0);
  });
});

describe('adding points', () => {
  test('takes 100 points at a time and reports their number and their span of time', async () => {
    const { add } = bootDevice();
    await add(slowPairs(100));
    expect(await add(slowPairs(100, 100, 10_000))).toMatchObject({
      points: 200,
      first_point_time: 0,
      last_point_time: 19_900,
    });
  });

  test('the index of the last point is the sent one, and is counted on without one', async () => {
    const { add } = bootDevice();
    expect(
      (
        await add([
          [0, 0],
          [1, 1],
        ])
      ).tail_point_stream_index,
    ).toBe(2);
    expect((await add([[2, 0]])).tail_point_stream_index).toBe(3);
    expect(
      (
        await add(
          [
            [3, 0],
            [4, 0],
          ],
          { tail_point_stream_index: 50 },
        )
      ).tail_point_stream_index,
    ).toBe(50);
    expect((await add([[5, 0]])).tail_point_stream_index).toBe(51);
  });

  test('beyond the capacity the oldest points are dropped', async () => {
    const device = bootDevice();
    await device.device.call('system.setInterfaces', { wifi: true, ble: true });
    expect(await fill(device, 300)).toMatchObject({ points: 300, first_point_time: 0, last_point_time: 29_900 });
    expect(await fill(device, 100, 30_000)).toMatchObject({
      points: 300,
      max_points: 300,
      first_point_time: 10_000,
      last_point_time: 39_900,
      tail_point_stream_index: 400,
    });
  });

  test('dropped points are not played and do not shift the stream’s time', async () => {
    const device = bootDevice();
    await device.device.call('system.setInterfaces', { wifi: true, ble: true });
    await fill(device, 300);
    await device.play({ start_time: 15_000 });
    device.time.advance(1_000);
    await fill(device, 100, 30_000);
    expect(await device.state()).toMatchObject({ play_state: PLAYING, current_time: 16_000, current_point: 60 });
  });

  test('a point with a time before that of the last one is left out', async () => {
    const { add } = bootDevice();
    await add([
      [0, 0],
      [1_000, 50],
    ]);
    expect(
      await add([
        [500, 90],
        [1_500, 60],
      ]),
    ).toMatchObject({ points: 3, last_point_time: 1_500 });
  });

  test('with flush the new points replace all earlier ones', async () => {
    const { add } = bootDevice();
    await add(slowPairs(10));
    expect(
      await add(
        [
          [50, 0],
          [60, 1],
        ],
        { flush: true, tail_point_stream_index: 2 },
      ),
    ).toMatchObject({
      points: 2,
      first_point_time: 50,
      last_point_time: 60,
      tail_point_stream_index: 2,
    });
  });

  test('adding nothing changes nothing', async () => {
    const { add } = bootDevice();
    const before = await add([[0, 0]]);
    expect(await add([])).toEqual(before);
  });
});

describe('flush', () => {
  test('drops the points, but not the stream and its count', async () => {
    const { device, add } = bootDevice();
    await device.call('hsp.setup', { stream_id: 4 });
    await add(slowPairs(10));
    expect(await device.call('hsp.flush', {})).toMatchObject({
      play_state: STOPPED,
      points: 0,
      first_point_time: 0,
      last_point_time: 0,
      stream_id: 4,
      tail_point_stream_index: 10,
    });
  });

  test('during playback brakes the slider and starves the player', async () => {
    const { device, add, play, time, names, slider } = bootDevice();
    await add([
      [0, 0],
      [1_000, 80],
    ]);
    await play();
    time.advance(500);
    await device.call('hsp.flush', {});
    time.advance(50);
    expect(names().at(-1)).toBe('hsp_starving');
    expect((await slider()).speed_absolute).toBe(0);
  });
});

describe('the embedded add of a play', () => {
  test('is executed first: flush, points, index and threshold', async () => {
    const { add, play } = bootDevice();
    await add(slowPairs(10));
    const points = pointsOf([
      [0, 5],
      [400, 95],
    ]);
    const embedded = { points, flush: true, tail_point_stream_index: 2, tail_point_threshold: 1 };
    expect(await play({ pause_on_starving: true, add: embedded })).toEqual({
      play_state: PLAYING,
      pause_on_starving: true,
      points: 2,
      max_points: 4_000,
      current_point: -1,
      current_time: 0,
      loop: false,
      playback_rate: 1,
      first_point_time: 0,
      last_point_time: 400,
      stream_id: 0,
      tail_point_stream_index: 2,
      tail_point_stream_index_threshold: 1,
    });
  });
});
