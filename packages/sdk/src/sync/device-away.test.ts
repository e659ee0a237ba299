/** A device that is away while it is locked to the frames, and comes back. */
import { HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { playing, setUp } from '../testing/synced-player.ts';

describe('a device that is away', () => {
  test('gets no command; back in its session it is corrected at once', async () => {
    const { time, media, player, state } = await playing();
    player.patch({ connected: false });
    await time.run(5_000);
    media.setRate(0.5);
    await time.run(1_000);
    expect(player.names()).toEqual(['play']);
    player.patch({ connected: true });
    await time.run(100);
    expect(player.names()).toEqual(['play', 'synctime']);
    expect(state().phase).toBe('following');
  });

  test('is stopped when it is back and the video rests', async () => {
    const { time, media, player } = await playing();
    player.patch({ connected: false });
    media.pause();
    await time.run(5_000);
    player.patch({ connected: true });
    await time.run(100);
    expect(player.names()).toEqual(['play', 'stop']);
  });

  test('is stopped when it is back where a play had overtaken the stop and the video rests', async () => {
    const { time, media, player } = setUp({}, 40);
    player.waysMs.push(5, 1);
    media.playAndMove();
    await time.run(1);
    media.pause();
    player.patch({ connected: false });
    await time.run(100);
    expect(player.plays()).toBe(true);
    player.patch({ connected: true });
    await time.run(200);
    expect(player.plays()).toBe(false);
  });

  test('during a check of its playback stands still when it is back, and the video is paused for it', async () => {
    const { time, media, player, state } = setUp({}, 40);
    player.waysMs.push(1, 1);
    media.playAndMove();
    media.setRate(1.5);
    await time.run(22);
    expect(player.names()).toEqual(['play', 'play', 'synctime']);
    player.patch({ connected: false });
    player.patch({ connected: true });
    await time.run(200);
    expect([media.isPaused(), state().pausedBy, player.plays()]).toEqual([true, 'device-back', false]);
  });

  test('that has stopped meanwhile pauses the video', async () => {
    const { time, media, player, state } = await playing();
    player.patch({ connected: false });
    await time.run(2_000);
    player.becomesSilently(HspPlayState.STOPPED);
    player.patch({ connected: true });
    await time.run(5_000);
    expect(media.isPaused()).toBe(true);
    expect(state().pausedBy).toBe('device-stopped');
    expect(player.of('play')).toHaveLength(1);
  });
});
