import { HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { bootDevice, mmOf } from '../../testing/booted-device.ts';

const { PLAYING, STOPPED, PAUSED, STARVING } = HspPlayState;

/** Plays 0 to 80 percent in four seconds; one second has passed. */
async function playing(more: Parameters<ReturnType<typeof bootDevice>['play']>[0] = {}) {
  const booted = bootDevice();
  await booted.measureClock();
  await booted.add([
    [0, 0],
    [4_000, 80],
  ]);
  await booted.play(more);
  booted.time.advance(1_000);
  booted.events.length = 0;
  return {
    ...booted,
    pause: () => booted.device.call('hsp.pause', {}),
    resume: (pick_up = false) => booted.device.call('hsp.resume', { pick_up }),
    stop: () => booted.device.call('hsp.stop', {}),
  };
}

describe('pause', () => {
  test('brakes, without losing the time and the points', async () => {
    const { pause, time, mm, state, slider, names } = await playing();
    expect(await pause()).toMatchObject({ play_state: PAUSED, current_time: 1_000, points: 2 });
    time.advance(10_000);
    expect((await slider()).speed_absolute).toBe(0);
    expect(await mm()).toBeCloseTo(mmOf(20), 0);
    expect(await state()).toMatchObject({ play_state: PAUSED, current_time: 1_000 });
    expect(names()).toEqual([]);
  });

  test('while starving is a pause too', async () => {
    const { pause, time, state } = await playing();
    time.advance(9_000);
    expect((await state()).play_state).toBe(STARVING);
    expect((await pause()).play_state).toBe(PAUSED);
  });

  test('changes nothing while the player does not play', async () => {
    const { pause, stop } = await playing();
    await stop();
    expect((await pause()).play_state).toBe(STOPPED);
  });

  test('adding points does not end it', async () => {
    const { pause, add, time, slider } = await playing();
    await pause();
    expect((await add([[9_000, 0]])).play_state).toBe(PAUSED);
    time.advance(1_000);
    expect((await slider()).speed_absolute).toBe(0);
  });
});

describe('resume', () => {
  test('continues at the paused time', async () => {
    const { pause, resume, time, mm, state } = await playing();
    await pause();
    time.advance(1_500);
    expect(await resume()).toMatchObject({ play_state: PLAYING, current_time: 1_000 });
    time.advance(1_000);
    expect((await state()).current_time).toBe(2_000);
    expect(await mm()).toBeCloseTo(mmOf(40), 1);
  });

  test('with pick_up jumps to the time without the pause', async () => {
    const { pause, resume, time, mm, state } = await playing();
    await pause();
    time.advance(1_500);
    expect(await resume(true)).toMatchObject({ play_state: PLAYING, current_time: 2_500 });
    time.advance(500);
    expect((await state()).current_time).toBe(3_000);
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
  });

  test('with pick_up counts the pause at the rate', async () => {
    const { pause, resume, time } = await playing({ playback_rate: 0.5 });
    await pause();
    time.advance(1_000);
    expect((await resume(true)).current_time).toBe(1_000);
  });

  test('with pick_up beyond the end starves', async () => {
    const { pause, resume, time, names } = await playing();
    await pause();
    time.advance(10_000);
    await resume(true);
    time.advance(0);
    expect(names()).toEqual(['hsp_starving']);
  });

  test('with pick_up of a future start waits for it', async () => {
    const { play, pause, resume, time, state } = await playing();
    await play({ server_time: time.now() + 1_000 });
    time.advance(200);
    await pause();
    time.advance(300);
    await resume(true);
    time.advance(400);
    expect((await state()).current_time).toBe(0);
    time.advance(300);
    expect((await state()).current_time).toBe(200);
  });

  test('with pick_up of a start during the pause counts from it', async () => {
    const { play, pause, resume, time } = await playing();
    await play({ server_time: time.now() + 1_000 });
    time.advance(200);
    await pause();
    time.advance(1_300);
    expect((await resume(true)).current_time).toBe(500);
  });

  test('changes nothing while the player is not paused', async () => {
    const { resume, stop, time } = await playing();
    expect(await resume(true)).toMatchObject({ play_state: PLAYING, current_time: 1_000 });
    await stop();
    time.advance(100);
    expect(await resume(true)).toMatchObject({ play_state: STOPPED, current_time: 1_000 });
  });
});

describe('stop', () => {
  test('brakes and leaves the points, which can be played again', async () => {
    const { stop, play, time, slider, mm } = await playing();
    expect(await stop()).toMatchObject({ play_state: STOPPED, points: 2, current_time: 1_000 });
    time.advance(45);
    expect((await slider()).speed_absolute).toBe(0);
    await play({ start_time: 2_000 });
    time.advance(1_000);
    expect(await mm()).toBeCloseTo(mmOf(60), 1);
  });

  test('ends a pause and a future start, and nothing moves later', async () => {
    const { stop, pause, play, time, mm, names } = await playing();
    await pause();
    expect((await stop()).play_state).toBe(STOPPED);
    await play({ server_time: time.now() + 2_000 });
    time.advance(500);
    await stop();
    time.advance(45);
    const rest = await mm();
    time.advance(60_000);
    expect(await mm()).toBe(rest);
    expect(names()).toEqual([]);
  });
});
