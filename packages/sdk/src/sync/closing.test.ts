/** The commands to a device after a Stop, and after the end of the synchronisation. */
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { createScriptedMedia } from '../testing/scripted-media.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { hsspPlayback, type SyncPlayback } from './playback.ts';
import { startVideoSync, type VideoSyncOptions } from './start-video-sync.ts';

const SEND_EVERY_MS = 500;

async function playing(options: Partial<VideoSyncOptions> = {}) {
  const time = createFakeTime();
  const media = createScriptedMedia(time);
  const player = createScriptedPlayer(time);
  let [unstopped, sent] = [0, 0];
  let cancel = () => undefined as unknown;
  /** Sends commands in parts, as a vibration does. */
  const piecewise: SyncPlayback = {
    ...hsspPlayback(player.device),
    async play(start) {
      cancel();
      cancel = time.every(SEND_EVERY_MS, () => {
        sent += 1;
      });
      return hsspPlayback(player.device).play(start);
    },
    halt: () => void cancel(),
  };
  const sync = startVideoSync({
    ...{ device: player.device, media: media.port, time, playback: piecewise },
    onUnstopped() {
      unstopped += 1;
    },
    ...options,
  });
  onTestFinished(sync.close);
  media.playAndMove();
  await time.run(2_000);
  expect(sent).toBeGreaterThan(0);
  return { time, media, player, sync, sent: () => sent, unstopped: () => unstopped };
}

describe.each(['frame-locked', 'compatible'] as const)('%s', (mode) => {
  test.each([
    ['a Stop', false],
    ['a Stop that lets the video go on', true],
  ])('after %s the playback sends no further parts', async (_, videoGoesOn) => {
    const { time, player, sent } = await playing({ mode, videoGoesOn });
    player.patch({ stopPhase: 'stopping', stopPresses: 1 });
    const before = sent();
    await time.run(20_000);
    expect(sent()).toBe(before);
  });

  test('after the end the playback sends no further parts, and the device is stopped', async () => {
    const { time, sync, sent, player } = await playing({ mode });
    sync.close();
    const before = sent();
    await time.run(20_000);
    expect([sent(), player.names().at(-1)]).toEqual([before, 'stop']);
  });

  test('a failed stop at the end is reported', async () => {
    const { time, player, sync, unstopped } = await playing({ mode });
    player.fail(new DeviceError('network', 'No network'));
    sync.close();
    await time.run(1_000);
    expect(unstopped()).toBe(1);
  });

  test('a pending stop is repeated once at the end, and reported when it fails', async () => {
    const { time, media, player, sync, unstopped } = await playing({ mode });
    player.fail(new DeviceError('network', 'No network'));
    media.pause();
    await time.run(100);
    const before = player.of('stop').length;
    sync.close();
    await time.run(1_000);
    expect([player.of('stop').length, unstopped()]).toEqual([before + 1, 1]);
  });

  test('a play that was refused behind a pending stop is not sent again after the end', async () => {
    const { time, media, player, sync } = await playing({ mode });
    player.waysMs.push(200, 0);
    media.pause();
    await time.run(10);
    player.fail(new DeviceError('rate-limited', 'Too many requests'), 'play');
    media.playAndMove();
    await time.run(20);
    player.fail(undefined);
    sync.close();
    const before = player.of('play').length;
    await time.run(10_000);
    expect([player.of('play').length, player.plays()]).toEqual([before, false]);
  });

  test('a device that disconnected in motion is reported', async () => {
    const { time, media, player, sync, unstopped } = await playing({ mode });
    player.patch({ connected: false });
    media.pause();
    await time.run(1_000);
    sync.close();
    expect(unstopped()).toBe(1);
  });

  test('a device that never got a play, or that rests, gets no command', async () => {
    const { time, media, player, sync, unstopped } = await playing({ mode });
    media.pause();
    await time.run(1_000);
    player.patch({ connected: false });
    media.playAndMove();
    await time.run(1_000);
    media.pause();
    const before = player.names();
    sync.close();
    await time.run(1_000);
    expect([player.names(), unstopped()]).toEqual([before, 0]);
  });
});

test('a play that is answered after more than ten seconds is followed and corrected like any other', async () => {
  const time = createFakeTime();
  const media = createScriptedMedia(time);
  const player = createScriptedPlayer(time);
  onTestFinished(startVideoSync({ device: player.device, media: media.port, time }).close);
  player.waysMs.push(12_000);
  media.playAndMove();
  await time.run(13_000);
  expect(player.plays()).toBe(true);
  media.jump(media.shownMs() + 100);
  await time.run(3_000);
  expect(player.names()).toContain('synctime');
});
