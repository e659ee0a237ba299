/** What is left of a device when nobody drives it any more: after a Stop, and after the end of the synchronisation. */
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { createScriptedMedia } from '../testing/scripted-media.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { hsspPlayback, type SyncPlayback } from './playback.ts';
import { startVideoSync, type VideoSyncOptions } from './start-video-sync.ts';

const TELL_EVERY_MS = 500;

async function playing(options: Partial<VideoSyncOptions> = {}) {
  const time = createFakeTime();
  const media = createScriptedMedia(time);
  const player = createScriptedPlayer(time);
  let [unstopped, told] = [0, 0];
  let cancel = () => undefined as unknown;
  /** Tells the device piece by piece, as a vibration is told. */
  const piecewise: SyncPlayback = {
    ...hsspPlayback(player.device),
    async play(start) {
      cancel();
      cancel = time.every(TELL_EVERY_MS, () => {
        told += 1;
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
  expect(told).toBeGreaterThan(0);
  return { time, media, player, sync, told: () => told, unstopped: () => unstopped };
}

describe.each(['frame-locked', 'compatible'] as const)('%s', (mode) => {
  test.each([
    ['a Stop', false],
    ['a Stop that lets the video go on', true],
  ])('after %s the device is told nothing more piece by piece', async (_, videoGoesOn) => {
    const { time, player, told } = await playing({ mode, videoGoesOn });
    player.patch({ stopPhase: 'stopping', stopPresses: 1 });
    const before = told();
    await time.run(20_000);
    expect(told()).toBe(before);
  });

  test('after the end it is told nothing more piece by piece, and stopped', async () => {
    const { time, sync, told, player } = await playing({ mode });
    sync.close();
    const before = told();
    await time.run(20_000);
    expect([told(), player.names().at(-1)]).toEqual([before, 'stop']);
  });

  test('a stop at the end that does not get through is handed over', async () => {
    const { time, player, sync, unstopped } = await playing({ mode });
    player.fail(new DeviceError('network', 'No network'));
    sync.close();
    await time.run(1_000);
    expect(unstopped()).toBe(1);
  });

  test('a stop that is still tried when it ends is sent once more, and handed over when it fails', async () => {
    const { time, media, player, sync, unstopped } = await playing({ mode });
    player.fail(new DeviceError('network', 'No network'));
    media.pause();
    await time.run(100);
    const before = player.of('stop').length;
    sync.close();
    await time.run(1_000);
    expect([player.of('stop').length, unstopped()]).toEqual([before + 1, 1]);
  });

  test('a device that was lost while it moved is handed over', async () => {
    const { time, media, player, sync, unstopped } = await playing({ mode });
    player.patch({ connected: false });
    media.pause();
    await time.run(1_000);
    sync.close();
    expect(unstopped()).toBe(1);
  });

  test('a device that was never told to play, or that rests, is left alone', async () => {
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
