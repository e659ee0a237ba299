/** The controller that locks the device to the frames. */
import { NO_LIMITS } from '@tactus/motion';
import { HspPlayState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { initialState } from '../state/device-state.ts';
import { createScriptedMedia } from '../testing/scripted-media.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { playing, setUp } from '../testing/synced-player.ts';
import { startVideoSync } from './start-video-sync.ts';

describe('play', () => {
  test('is sent at the first frame that moved, not when play is pressed', async () => {
    const { time, media, player, state } = setUp();
    media.play();
    expect(state().phase).toBe('starting');
    await time.run(500);
    expect(player.commands).toEqual([]);
    media.move();
    expect(player.commands).toEqual([
      {
        name: 'play',
        input: { start_time: 40, server_time: player.serverNow(), playback_rate: 1, loop: false },
        atMs: 500,
      },
    ]);
    await time.run(1_000);
    expect(state()).toMatchObject({ phase: 'following', source: 'frames', quality: 'good', mode: 'frame-locked' });
    expect(state().errorMs).toBeLessThan(2);
  });

  test('is sent for a video that plays already', async () => {
    const time = createFakeTime();
    const media = createScriptedMedia(time);
    const player = createScriptedPlayer(time);
    media.playAndMove();
    await time.run(2_000);
    onTestFinished(startVideoSync({ device: player.device, media: media.port, time }).close);
    await time.run(200);
    expect(player.names()).toEqual(['play']);
  });

  test('is not corrected while the device follows well', async () => {
    const { time, player } = await playing();
    await time.run(120_000);
    expect(player.names()).toEqual(['play']);
  });
});

describe('the video stands still', () => {
  test.each([
    ['pause', 'idle', (media: ReturnType<typeof createScriptedMedia>) => media.pause()],
    ['waiting for data', 'held', (media: ReturnType<typeof createScriptedMedia>) => media.stall()],
    ['the end', 'idle', (media: ReturnType<typeof createScriptedMedia>) => media.end()],
  ])('%s stops the device at once, and once', async (_, phase, act) => {
    const { time, media, player, state } = await playing();
    act(media);
    expect(player.names()).toEqual(['play', 'stop']);
    await time.run(5_000);
    expect(player.names()).toEqual(['play', 'stop']);
    expect(state().phase).toBe(phase);
  });

  test('after waiting for data the device starts at the first frame that moved', async () => {
    const { time, media, player } = await playing();
    media.stall();
    await time.run(700);
    media.move();
    expect(player.of('play')).toMatchObject([{}, { atMs: 1_700, input: { start_time: Math.round(media.shownMs()) } }]);
  });

  test('frames that stop without an event stop the device', async () => {
    const { time, media, player, state } = await playing();
    media.freeze();
    await time.run(500);
    expect(player.names()).toEqual(['play', 'stop']);
    expect(state().phase).toBe('held');
    media.move();
    await time.run(100);
    expect(player.names()).toEqual(['play', 'stop', 'play']);
  });
});

describe('a seek', () => {
  test('stops the device, and starts it from the new place when the frames move there', async () => {
    const { time, media, player } = await playing();
    media.seek(120_000);
    expect(player.names()).toEqual(['play', 'stop']);
    await time.run(60);
    media.move();
    expect(player.of('play').at(-1)).toMatchObject({ atMs: 1_060, input: { start_time: 120_040 } });
  });

  test('of a paused video sends nothing', async () => {
    const { time, media, player } = setUp();
    media.seek(120_000);
    await time.run(5_000);
    expect(player.commands).toEqual([]);
  });

  test('without an event is detected in the frames', async () => {
    const { time, media, player, state } = await playing();
    media.jump(300_000);
    await time.run(100);
    expect(player.of('play').at(-1)?.input).toMatchObject({ start_time: expect.closeTo(300_040, -2) });
    expect(state().corrections.at(-1)?.cause).toBe('jump');
  });

  test('back to the start is how a loop is handled', async () => {
    const { time, media, player } = await playing({ isLooping: true });
    media.seek(0);
    await time.run(30);
    media.move();
    await time.run(100);
    expect(player.of('play').map(({ input }) => input)).toMatchObject([
      { loop: false },
      { start_time: 40, loop: false },
    ]);
  });
});

test('a rate change sends play again, from the video’s position, at once', async () => {
  const { time, media, player, state } = await playing();
  media.setRate(1.5);
  expect(player.of('play').at(-1)).toMatchObject({ atMs: 1_000, input: { start_time: 1_040, playback_rate: 1.5 } });
  await time.run(5_000);
  expect(player.names()).toEqual(['play', 'play']);
  expect(state().errorMs).toBeLessThan(2);
});

test('a drift is corrected when it has left the dead zone, and the correction is reported', async () => {
  const { time, media, player, state } = await playing();
  media.jump(media.shownMs() + 100);
  await time.run(3_000);
  expect(player.names()).toContain('synctime');
  expect(player.of('synctime')[0]?.input).toMatchObject({ filter: 1 });
  expect(state().corrections).toContainEqual(expect.objectContaining({ cause: 'drift', byMs: expect.any(Number) }));
  const { length } = player.commands;
  await time.run(60_000);
  expect(player.commands).toHaveLength(length);
  expect(state().errorMs).toBeLessThan(2);
});

describe('a better estimate of the cloud’s clock', () => {
  test('corrects a device that was started by a worse one, once', async () => {
    const world = setUp();
    world.player.estimateClock(60, 120);
    world.media.playAndMove();
    await world.time.run(5_000);
    expect(world.player.names()).toEqual(['play']);
    world.player.estimateClock(1, 4);
    await world.time.run(2_000);
    expect(world.player.names()).toEqual(['play', 'synctime']);
    expect(world.state().corrections.at(-1)).toMatchObject({ cause: 'drift', byMs: expect.closeTo(59, -1) });
    await world.time.run(20_000);
    expect(world.player.names()).toEqual(['play', 'synctime']);
    expect(world.state().errorMs).toBeLessThan(2);
  });

  test('corrects it in small steps under a limit of the speed', async () => {
    const world = setUp({}, 20, { ...NO_LIMITS, maxSpeedMmS: 100 });
    world.player.estimateClock(60, 120);
    world.media.playAndMove();
    await world.time.run(5_000);
    world.player.estimateClock(1, 4);
    await world.time.run(10_000);
    expect(world.player.names()).toEqual(['play', 'synctime', 'synctime', 'synctime']);
    const steps = world.state().corrections.flatMap(({ cause, byMs = 0 }) => (cause === 'drift' ? [byMs] : []));
    expect(Math.max(...steps.map(Math.abs))).toBeLessThanOrEqual(21);
    expect(world.state().errorMs).toBeLessThan(2);
  });

  test('changes nothing while it may be wrong by more, as after a leap of this machine’s clock', async () => {
    const { time, player } = await playing();
    player.estimateClock(3_600_000, 7_200_000);
    await time.run(5_000);
    player.estimateClock(0, 4);
    await time.run(5_000);
    expect(player.names()).toEqual(['play']);
  });
});

describe('a tab that is hidden', () => {
  test('is followed by the clock of the video, corrected by how far that is ahead of the frames', async () => {
    const { time, media, player, state } = await playing({ aheadMs: 22 });
    await time.run(9_000);
    media.hide();
    await time.run(20_000);
    expect(state()).toMatchObject({ phase: 'following', source: 'polling' });
    expect(player.of('stop')).toEqual([]);
    media.jump(media.shownMs() + 60);
    await time.run(10_000);
    const { input, atMs } = player.of('synctime').at(-1) ?? { input: {}, atMs: 0 };
    const shownThen = media.shownMs() - (time.monotonic() - atMs);
    expect(input).toMatchObject({ current_time: expect.closeTo(shownThen, -1) });
  });

  test('starts the device all the same when its video plays', async () => {
    const { time, media, player, state } = setUp();
    media.hide();
    media.playAndMove();
    await time.run(1_000);
    expect(player.names()).toEqual(['play']);
    expect(state().source).toBe('polling');
  });
});

test('a medium without frames is followed by its clock', async () => {
  const { time, media, player, state } = setUp({ hasFrames: false });
  media.play();
  await time.run(500);
  expect(player.commands).toEqual([]);
  media.move();
  await time.run(200);
  expect(player.names()).toEqual(['play']);
  expect(state().source).toBe('polling');
  media.pause();
  expect(player.names()).toEqual(['play', 'stop']);
});

describe('commands that overtake each other', () => {
  test('a play that arrives before an earlier stop is repeated, so that the device plays', async () => {
    const { time, media, player } = await playing();
    player.waysMs.push(60, 5);
    media.seek(50_000);
    await time.run(10);
    media.move();
    await time.run(200);
    expect(player.plays()).toBe(true);
  });

  test('a stop behind an unanswered play is repeated soon, also where it fails at once', async () => {
    const { time, media, player } = await playing();
    player.waysMs.push(500, 5, 5);
    media.setRate(1.25);
    await time.run(10);
    player.fail(new DeviceError('network', 'No network'), 'stop');
    media.pause();
    await time.run(300);
    const [first, second] = player.of('stop');
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBe(80);
  });

  test('a stop that arrives before an earlier play is repeated, so that the device stands still', async () => {
    const { time, media, player } = await playing();
    player.waysMs.push(60, 5);
    media.setRate(1.25);
    await time.run(10);
    media.pause();
    await time.run(200);
    expect(player.plays()).toBe(false);
  });

  test('a command that arrives even later is detected when all are answered', async () => {
    const { time, media, player } = await playing();
    player.waysMs.push(400, 5, 5);
    media.seek(50_000);
    await time.run(10);
    media.move();
    await time.run(1_000);
    expect(player.plays()).toBe(true);
    expect(media.isPaused()).toBe(false);
  });
});

test('a rest of the device while a stop of ours is not answered is no stop of somebody else', async () => {
  const { time, media, player, state } = await playing();
  player.waysMs.push(500);
  media.seek(120_000);
  await time.run(60);
  media.move();
  await time.run(100);
  expect(player.names()).toEqual(['play', 'stop', 'play', 'play']);
  player.patch({ hsp: { ...initialState.hsp, play_state: HspPlayState.STOPPED } });
  expect(state()).toMatchObject({ phase: 'following', pausedBy: undefined });
  await time.run(3_000);
  expect(state()).toMatchObject({ phase: 'following', pausedBy: undefined });
  expect(player.plays()).toBe(true);
});

describe('while a play is not answered', () => {
  test('a device that reports rest was stopped by an earlier command: the video goes on, and the device joins it', async () => {
    const { time, media, player } = await playing();
    const report = (play_state: HspPlayState) =>
      player.patch({ hsp: { ...player.device.store.getState().hsp, play_state } });
    report(HspPlayState.PLAYING);
    player.waysMs.push(300, 400, 5);
    media.seek(50_000);
    await time.run(10);
    media.move();
    await time.run(150);
    report(HspPlayState.PAUSED);
    await time.run(1_000);
    expect(media.isPaused()).toBe(false);
    expect(player.plays()).toBe(true);
  });
});

describe('a command that fails', () => {
  test('is sent again after a second, as long as it is needed', async () => {
    const { time, media, player, state } = setUp();
    player.fail(new DeviceError('timeout', 'No answer'));
    media.playAndMove();
    await time.run(500);
    expect(state().problem?.code).toBe('timeout');
    player.fail(undefined);
    await time.run(1_000);
    expect(player.names()).toEqual(['play', 'play']);
    expect(player.plays()).toBe(true);
    expect(state().problem).toBeUndefined();
  });

  test('a stop is sent until it is answered', async () => {
    const { time, media, player } = await playing();
    player.fail(new DeviceError('network', 'No network'));
    media.pause();
    await time.run(2_500);
    player.fail(undefined);
    await time.run(1_500);
    expect(player.names()).toEqual(['play', 'stop', 'stop', 'stop', 'stop']);
    expect(player.plays()).toBe(false);
  });

  test('is not sent again when the device refuses it', async () => {
    const { time, media, player } = setUp();
    player.fail(new DeviceError('refused', 'No script'));
    media.playAndMove();
    await time.run(10_000);
    expect(player.names()).toEqual(['play']);
  });
});
