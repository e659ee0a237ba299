/** The stroke is set under a limit of the speed while a device follows a video. */
import { HspPlayState } from '@tactus/protocol';
import { createPointStream, startVideoSync, streamPlayback, uploadScript } from '@tactus/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { createTestVideo } from './test-video.ts';

const SCRIPT = Array.from({ length: 300 }, (_, index) => ({ t: index * 400, x: index % 2 === 0 ? 0 : 100 }));
const NARROW = { min: 0.4, max: 0.6 };
const WIDE = { min: 0, max: 1 };

async function limitedDevice(profile: (typeof profiles)[number]) {
  const world = await virtualWorld({ profile });
  const device = await world.connected({});
  await world.settled(device.slider.setStroke(NARROW));
  device.limits.set({ maxSpeedMmS: 100 });
  const video = createTestVideo(world.time);
  const player = () => world.virtual.call('hsp.state', {});
  return { ...world, device, video, player };
}

test.each(profiles)(
  'under the profile %s a streamed script rests and goes on with the picture, which plays on',
  async (profile) => {
    const { device, time, video, player, settled } = await limitedDevice(profile);
    const stream = createPointStream(device, { time, source: { points: SCRIPT } });
    const sync = startVideoSync({ device, media: video.port, time, playback: streamPlayback(stream, device) });
    onTestFinished(sync.close);
    await video.port.play();
    await time.run(5_000);
    await settled(device.slider.setStroke(WIDE));
    await time.run(3_000);
    expect([video.port.isPaused(), sync.store.getState().phase]).toEqual([false, 'following']);
    const { play_state, current_time } = await player();
    expect(play_state).toBe(HspPlayState.PLAYING);
    expect(Math.abs(current_time - video.shownMs())).toBeLessThan(25);
  },
);

test.each(profiles)('under the profile %s an uploaded script is paused, and with it the picture', async (profile) => {
  const { device, time, video, player, settled, fetch } = await limitedDevice(profile);
  const text = device.limits
    .holdScript(SCRIPT)
    .map(({ t, x }) => `${t},${x}`)
    .join('\n');
  const url = await settled(uploadScript({ scriptHost: 'http://localhost/api/script/v0', text, fetch }));
  await settled(device.hssp.setup({ url, notify: true }));
  const sync = startVideoSync({ device, media: video.port, time });
  onTestFinished(sync.close);
  await video.port.play();
  await time.run(5_000);
  expect((await player()).play_state).toBe(HspPlayState.PLAYING);
  await settled(device.slider.setStroke(WIDE));
  await time.run(500);
  expect((await player()).play_state).toBe(HspPlayState.PAUSED);
  expect([video.port.isPaused(), sync.store.getState().pausedBy]).toEqual([true, 'device-paused']);
  expect(device.store.getState().slider).toMatchObject(WIDE);
});
