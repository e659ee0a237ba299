/** A stop that did not reach the device is sent until it has. */
import { HspPlayState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DeviceError } from '../errors.ts';
import { createScriptedMedia } from '../testing/scripted-media.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { startVideoSync } from './start-video-sync.ts';

const TIMEOUT = new DeviceError('timeout', 'No answer');

describe.each(['frame-locked', 'compatible'] as const)('a failed stop, %s', (mode) => {
  async function playing() {
    const time = createFakeTime();
    const media = createScriptedMedia(time);
    const player = createScriptedPlayer(time);
    const sync = startVideoSync({ device: player.device, media: media.port, time, mode });
    onTestFinished(sync.close);
    media.playAndMove();
    await time.run(1_000);
    expect(player.plays()).toBe(true);
    const stops = () => player.of('stop').length;
    return { time, media, player, sync, stops };
  }

  test('is repeated every second until the device stands still, and then no more', async () => {
    const { time, media, player, sync, stops } = await playing();
    player.fail(TIMEOUT);
    media.pause();
    await time.run(10_000);
    expect(stops()).toBeGreaterThan(8);
    expect(sync.store.getState()).toMatchObject({ phase: 'idle', problem: TIMEOUT });
    player.fail(undefined);
    await time.run(1_500);
    expect([player.plays(), sync.store.getState().problem]).toEqual([false, undefined]);
    const before = stops();
    await time.run(60_000);
    expect(stops()).toBe(before);
  });

  test('is repeated where a subscriber of the state throws', async () => {
    const { time, media, player, sync } = await playing();
    vi.stubGlobal('reportError', () => undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    sync.store.subscribe(() => {
      throw new Error('A fault of the program');
    });
    player.fail(TIMEOUT);
    media.pause();
    await time.run(500);
    player.fail(undefined);
    await time.run(1_500);
    expect(player.plays()).toBe(false);
  });

  test('is repeated where the device answers that it still plays', async () => {
    const { time, media, player, stops } = await playing();
    const { stop } = player.device.hssp;
    let refusals = 2;
    player.device.hssp.stop = async () => {
      const answer = await stop();
      if (refusals-- <= 0) return answer;
      player.becomesSilently(HspPlayState.PLAYING);
      return { ...answer, play_state: HspPlayState.PLAYING };
    };
    media.pause();
    await time.run(5_000);
    expect([stops(), player.plays()]).toEqual([3, false]);
  });

  test('is repeated also where the video reports its end or another pause meanwhile', async () => {
    const { time, media, player } = await playing();
    player.fail(TIMEOUT);
    media.pause();
    await time.run(500);
    media.end();
    await time.run(500);
    player.fail(undefined);
    await time.run(1_500);
    expect(player.plays()).toBe(false);
  });

  test('is not repeated once the video plays again', async () => {
    const { time, media, player, stops } = await playing();
    player.fail(TIMEOUT);
    media.pause();
    await time.run(500);
    player.fail(undefined);
    const before = stops();
    media.playAndMove();
    await time.run(10_000);
    expect([stops(), player.plays()]).toEqual([before, true]);
  });

  test('is sent when a device is back that was lost meanwhile', async () => {
    const { time, media, player } = await playing();
    player.fail(TIMEOUT);
    media.pause();
    await time.run(500);
    player.patch({ connected: false });
    await time.run(10_000);
    player.fail(undefined);
    player.patch({ connected: true });
    await time.run(100);
    expect(player.plays()).toBe(false);
  });

  test('is not repeated by a synchronisation that is closed', async () => {
    const { time, media, player, sync, stops } = await playing();
    player.fail(TIMEOUT);
    media.pause();
    await time.run(500);
    sync.close();
    const before = stops();
    await time.run(10_000);
    expect(stops()).toBe(before);
  });

  test('that the device refuses is not repeated', async () => {
    const { time, media, player, stops } = await playing();
    player.fail(new DeviceError('refused', 'Another mode'));
    media.pause();
    await time.run(10_000);
    expect(stops()).toBe(1);
  });
});
