/** The specification’s schedule of video sync, to the letter: the compatible mode. */
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createScriptedMedia } from '../testing/scripted-media.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { hspPlayback } from './playback.ts';
import { startVideoSync } from './start-video-sync.ts';

function setUp({ isLooping = false, overHsp = false } = {}) {
  const time = createFakeTime();
  const media = createScriptedMedia(time, { isLooping });
  const player = createScriptedPlayer(time);
  // The same three calls under another path; the rest of the group is not used.
  const playback = overHsp ? hspPlayback({ hsp: player.device.hssp as never }) : undefined;
  const sync = startVideoSync({ device: player.device, media: media.port, time, mode: 'compatible', playback });
  onTestFinished(sync.close);
  return { time, media, player, sync };
}

test.each([
  ['hssp', false],
  ['hsp', true],
])('on play the device starts at the video time with server time, rate and loop, over %s', async (_, overHsp) => {
  const { time, media, player } = setUp({ isLooping: true, overHsp });
  media.jump(30_000);
  media.setRate(1.5);
  media.play();
  await time.run(100);
  expect(player.commands).toEqual([
    {
      name: 'play',
      input: { start_time: 30_000, server_time: player.serverNow() - 100, playback_rate: 1.5, loop: true },
      atMs: 0,
    },
  ]);
});

test('adjusts after 2 s with filter 0.9, then every 15 s with the default filter', async () => {
  const { time, media, player } = setUp();
  media.playAndMove();
  await time.run(47_500);
  expect(player.of('synctime').map(({ atMs, input }) => [atMs, 'filter' in input ? input.filter : undefined])).toEqual([
    [2_000, 0.9],
    [17_000, undefined],
    [32_000, undefined],
    [47_000, undefined],
  ]);
  expect(player.of('synctime')[0]?.input).toMatchObject({
    current_time: 2_040,
    server_time: player.serverNow() - 45_500,
  });
});

test('pause stops the device and the timers', async () => {
  const { time, media, player } = setUp();
  media.playAndMove();
  await time.run(1_000);
  media.pause();
  await time.run(60_000);
  expect(player.names()).toEqual(['play', 'stop']);
});

test('the end of the video stops the device once', async () => {
  const { time, media, player } = setUp();
  media.playAndMove();
  await time.run(1_000);
  media.end();
  await time.run(60_000);
  expect(player.names()).toEqual(['play', 'stop']);
});

test('a rate change sends play again, and the adjusting begins again', async () => {
  const { time, media, player } = setUp();
  media.playAndMove();
  await time.run(5_000);
  media.setRate(0.5);
  await time.run(2_500);
  expect(player.of('play').map(({ input }) => input)).toMatchObject([
    { playback_rate: 1 },
    { playback_rate: 0.5, start_time: 5_040 },
  ]);
  expect(player.of('synctime').map(({ atMs }) => atMs)).toEqual([2_000, 7_000]);
});

test('a rate change of a paused video sends nothing', async () => {
  const { time, media, player } = setUp();
  media.setRate(0.5);
  await time.run(20_000);
  expect(player.commands).toEqual([]);
});

test('a seek during playback starts the device from there', async () => {
  const { time, media, player } = setUp();
  media.playAndMove();
  await time.run(1_000);
  media.seek(90_000);
  await time.run(100);
  expect(player.of('play').at(-1)?.input).toMatchObject({ start_time: 90_000 });
});

test('a failure is reported, and a success clears it', async () => {
  const { time, media, player, sync } = setUp();
  const { DeviceError } = await import('../errors.ts');
  player.fail(new DeviceError('timeout', 'No answer'));
  media.playAndMove();
  await time.run(100);
  expect(sync.store.getState().problem?.code).toBe('timeout');
  player.fail(undefined);
  await time.run(2_000);
  expect(sync.store.getState().problem).toBeUndefined();
});

test('a device that is away gets no command, and is stopped when it is back and the video rests', async () => {
  const { time, media, player, sync } = setUp();
  media.playAndMove();
  await time.run(1_000);
  player.patch({ connected: false });
  media.pause();
  await time.run(20_000);
  expect(player.names()).toEqual(['play']);
  player.patch({ connected: true });
  await time.run(100);
  expect(player.names()).toEqual(['play', 'stop']);
  expect(sync.store.getState().phase).toBe('idle');
});

test('a device that is back in its session is adjusted at once', async () => {
  const { time, media, player } = setUp();
  media.playAndMove();
  await time.run(3_000);
  player.patch({ connected: false });
  await time.run(1_000);
  player.patch({ connected: true });
  await time.run(100);
  expect(player.names()).toEqual(['play', 'synctime', 'synctime']);
});

test('a device that was away during the last play is stopped when it is back, and the video is paused', async () => {
  const { time, media, player, sync } = setUp();
  media.playAndMove();
  player.patch({ connected: false });
  await time.run(100);
  media.setRate(1.5);
  expect(player.plays()).toBe(true);
  player.patch({ connected: true });
  await time.run(100);
  expect([media.isPaused(), sync.store.getState().pausedBy, player.plays()]).toEqual([true, 'device-back', false]);
});
