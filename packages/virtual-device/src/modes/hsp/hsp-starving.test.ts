import { HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { bootDevice, mmOf } from '../../testing/booted-device.ts';

const { PLAYING, STARVING, STOPPED } = HspPlayState;

/** A playing stream of one second, which starves at 1000 ms. */
async function playing(more: Parameters<ReturnType<typeof bootDevice>['play']>[0] = {}) {
  const booted = bootDevice();
  await booted.add([
    [0, 0],
    [1_000, 40],
  ]);
  await booted.play(more);
  booted.events.length = 0;
  return booted;
}

describe('starving without a pause', () => {
  test('is reported once, at the last point, and the clock runs on', async () => {
    const { time, events, names, state } = await playing();
    time.advance(999);
    expect(names()).toEqual([]);
    time.advance(2_001);
    expect(names()).toEqual(['hsp_starving']);
    expect(events[0]).toMatchObject({ atMs: 1_000, data: { play_state: STARVING, current_time: 1_000 } });
    expect(await state()).toMatchObject({ play_state: STARVING, current_time: 3_000, current_point: 1 });
  });

  test('rests the slider at the last point', async () => {
    const { time, mm } = await playing();
    time.advance(5_000);
    expect(await mm()).toBeCloseTo(mmOf(40), 3);
  });

  test('ends with points of a later time, without an event', async () => {
    const { time, add, state, names, mm } = await playing();
    time.advance(2_000);
    expect(
      await add([
        [2_500, 40],
        [3_500, 80],
      ]),
    ).toMatchObject({ play_state: PLAYING, current_time: 2_000 });
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
    expect((await state()).play_state).toBe(PLAYING);
    expect(names()).toEqual(['hsp_starving']);
    time.advance(500);
    expect(names()).toEqual(['hsp_starving', 'hsp_starving']);
  });

  test('is not ended by points that come too late, which are skipped', async () => {
    const { time, add, mm, names } = await playing();
    time.advance(3_000);
    const before = await mm();
    expect(
      await add([
        [1_500, 100],
        [2_500, 90],
      ]),
    ).toMatchObject({ play_state: STARVING, points: 4, current_point: 3 });
    time.advance(1_000);
    expect(await mm()).toBe(before);
    expect(names()).toEqual(['hsp_starving']);
  });

  test('ends with the later ones of partly late points, each played at its own time', async () => {
    const { time, add, mm, state } = await playing();
    time.advance(3_000);
    await add([
      [2_000, 100],
      [3_000, 60],
      [4_000, 20],
    ]);
    time.advance(500);
    expect(await mm()).toBeCloseTo(mmOf(40), 0);
    expect(await state()).toMatchObject({ play_state: PLAYING, current_time: 3_500 });
  });

  test('is ended by a stop, and later points stay in the buffer', async () => {
    const { device, time, add, names } = await playing();
    time.advance(2_000);
    expect((await device.call('hsp.stop', {})).play_state).toBe(STOPPED);
    expect((await add([[9_000, 100]])).play_state).toBe(STOPPED);
    time.advance(60_000);
    expect(names()).toEqual(['hsp_starving']);
  });
});

describe('starving with a pause', () => {
  test('is reported by its own event, and the clock is paused', async () => {
    const { time, events, names, state } = await playing({ pause_on_starving: true });
    time.advance(5_000);
    expect(names()).toEqual(['hsp_paused_on_starving']);
    expect(events[0]).toMatchObject({ atMs: 1_000, data: { play_state: STARVING, pause_on_starving: true } });
    expect(await state()).toMatchObject({ play_state: STARVING, current_time: 1_000 });
  });

  test('continues at the paused time when playable points come, and reports it', async () => {
    const { time, add, events, names, state, mm } = await playing({ pause_on_starving: true });
    time.advance(5_000);
    await add([[2_000, 80]]);
    expect(names()).toEqual(['hsp_paused_on_starving', 'hsp_resumed_on_not_starving']);
    expect(events[1]).toMatchObject({ atMs: 5_000, data: { play_state: PLAYING, current_time: 1_000 } });
    time.advance(500);
    expect((await state()).current_time).toBe(1_500);
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
  });

  test('that is switched on meanwhile pauses the clock there', async () => {
    const { device, time, add, names, state, mm } = await playing();
    time.advance(1_500);
    await device.call('hsp.pauseOnStarving', { pause_on_starving: true });
    time.advance(1_000);
    expect(await state()).toMatchObject({ play_state: STARVING, pause_on_starving: true, current_time: 1_500 });
    await add([
      [2_000, 40],
      [3_000, 80],
    ]);
    expect(names()).toEqual(['hsp_starving', 'hsp_resumed_on_not_starving']);
    time.advance(1_000);
    expect(await state()).toMatchObject({ play_state: PLAYING, current_time: 2_500 });
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
  });

  test('that is switched off meanwhile lets the clock run on from there', async () => {
    const { device, time, add, names, state } = await playing({ pause_on_starving: true });
    time.advance(3_000);
    await device.call('hsp.pauseOnStarving', { pause_on_starving: false });
    time.advance(500);
    expect(await state()).toMatchObject({ play_state: STARVING, pause_on_starving: false, current_time: 1_500 });
    await add([[3_000, 80]]);
    time.advance(1_000);
    expect(await state()).toMatchObject({ play_state: PLAYING, current_time: 2_500 });
    expect(names()).toEqual(['hsp_paused_on_starving']);
  });

  test.each([100, 1_700])(
    'because all points are older pauses the clock where it is: the last one at %i ms',
    async (lastMs) => {
      const { device, time, add, events, play } = await playing();
      await play({ start_time: 800, pause_on_starving: true });
      time.advance(2_000);
      await add([[4_000, 80]]);
      time.advance(1_000);
      events.length = 0;
      const { current_time } = await device.call('hsp.state', {});
      expect(current_time).toBe(2_000);
      await add(
        [
          [0, 0],
          [lastMs, 50],
        ],
        { flush: true },
      );
      time.advance(500);
      expect(events).toMatchObject([{ name: 'hsp_paused_on_starving', data: { current_time: 2_000 } }]);
    },
  );

  test('is not ended by a point at exactly the paused time', async () => {
    const { time, add, names } = await playing({ pause_on_starving: true });
    time.advance(5_000);
    expect((await add([[1_000, 80]])).play_state).toBe(STARVING);
    expect(names()).toEqual(['hsp_paused_on_starving']);
  });

  test('waits at a start beyond the end until points for it come', async () => {
    const { time, play, add, state, names } = await playing();
    await play({ start_time: 4_000, pause_on_starving: true });
    time.advance(2_000);
    expect(await state()).toMatchObject({ play_state: STARVING, current_time: 4_000 });
    expect((await add([[3_000, 10]])).play_state).toBe(STARVING);
    expect(await add([[5_000, 20]])).toMatchObject({ play_state: PLAYING, current_time: 4_000 });
    expect(names()).toEqual(['hsp_paused_on_starving', 'hsp_resumed_on_not_starving']);
  });

  test('can be switched on during playback, and off again', async () => {
    const { device, time, add, names } = await playing();
    expect((await device.call('hsp.pauseOnStarving', { pause_on_starving: true })).pause_on_starving).toBe(true);
    time.advance(1_500);
    await add([[2_000, 0]]);
    expect((await device.call('hsp.pauseOnStarving', { pause_on_starving: false })).pause_on_starving).toBe(false);
    time.advance(1_500);
    expect(names()).toEqual(['hsp_paused_on_starving', 'hsp_resumed_on_not_starving', 'hsp_starving']);
  });
});

describe('an empty buffer', () => {
  test.each([
    [false, 'hsp_starving'],
    [true, 'hsp_paused_on_starving'],
  ])('starves at once (pausing: %s)', async (pause_on_starving, event) => {
    const { device, time, play, names } = bootDevice();
    await device.call('hsp.setup', {});
    expect((await play({ pause_on_starving })).play_state).toBe(PLAYING);
    time.advance(0);
    expect(names().at(-1)).toBe(event);
  });

  test('starves at a future start', async () => {
    const { time, play, timesOf, measureClock } = bootDevice();
    await measureClock();
    await play({ server_time: time.now() + 800 });
    time.advance(2_000);
    expect(timesOf('hsp_starving')).toEqual([800]);
  });

  test('a paused clock begins with the first points, at the requested start', async () => {
    const { time, play, add, state, mm } = bootDevice();
    await play({ start_time: 0, pause_on_starving: true });
    time.advance(3_000);
    await add([
      [0, 0],
      [1_000, 40],
    ]);
    time.advance(500);
    expect((await state()).current_time).toBe(500);
    expect(await mm()).toBeCloseTo(mmOf(20), 1);
  });
});

test('starves at the end of a buffer: only the cloud knows that a stream is over', async () => {
  const { time, names } = await playing();
  time.advance(60_000);
  expect(names()).not.toContain('stream_end_reached');
});

describe('the battery', () => {
  const HOUR_MS = 3_600_000;

  test.each([
    ['runs on', false],
    ['pauses', true],
  ])('is discharged only as far as there are points, where the clock %s then', async (_, pause_on_starving) => {
    const { device, time, add, play, timesOf } = bootDevice({ model: 'handy-2-pro' });
    const percentsLostIn = (ms: number) => {
      const before = timesOf('battery_changed').length;
      time.advance(ms);
      return timesOf('battery_changed').length - before;
    };
    await add([
      [0, 20],
      [1_000, 40],
    ]);
    await play({ pause_on_starving });
    percentsLostIn(2_000);
    expect(percentsLostIn(HOUR_MS)).toBe(0);
    await add([[3 * HOUR_MS, 20]]);
    expect(percentsLostIn(HOUR_MS)).toBeGreaterThan(10);
    await device.call('hsp.flush', {});
    percentsLostIn(1_000);
    expect(percentsLostIn(HOUR_MS)).toBe(0);
    await device.call('hsp.flush', {});
    expect(percentsLostIn(HOUR_MS)).toBe(0);
  });
});
