/** A stream that is closed while a pause is not answered yet. */
import { describe, expect, test } from 'vitest';
import { failureOf } from '../testing/scripted-device.ts';
import { streamingDevice } from './testing/streaming-device.ts';

const points = Array.from({ length: 1_000 }, (_, index) => ({ t: index * 100, x: index % 2 === 0 ? 20 : 80 }));

async function playing() {
  const set = await streamingDevice({ source: { points } });
  void set.stream.play();
  await set.time.run(1_000);
  expect(set.phase()).toBe('playing');
  return { ...set, presses: () => set.device.store.getState().stopPresses };
}

describe('a stream that is closed while its pause is pending', () => {
  test('stops the device when the pause fails', async () => {
    const { stream, cloud, time, presses } = await playing();
    cloud.on('PUT /hsp/pause', () => Promise.reject(new TypeError('fetch failed')));
    const failed = failureOf(stream.pause());
    stream.close();
    await time.run(2_000);
    expect(await failed).toMatchObject({ code: 'network' });
    expect(cloud.lines()).toContain('PUT /hsp/stop');
    expect(presses()).toBe(1);
  });

  test('sends no Stop when the pause is answered', async () => {
    const { stream, time, player, presses } = await playing();
    const paused = stream.pause();
    stream.close();
    await time.run(2_000);
    await paused;
    expect([player.state.play_state, presses()]).toEqual([3, 0]);
  });

  test('sends nothing if an earlier failed pause was followed by a stop', async () => {
    const { stream, cloud, time, presses } = await playing();
    cloud.on('PUT /hsp/pause', () => Promise.reject(new TypeError('fetch failed')));
    const failed = failureOf(stream.pause());
    await time.run(10_000);
    await failed;
    const before = presses();
    stream.close();
    await time.run(2_000);
    expect(presses()).toBe(before);
  });

  test('stops a device with a pending play', async () => {
    const { stream, cloud, time, player, after, change } = await playing();
    const answer = after(() => change({ play_state: 1 }));
    cloud.on('PUT /hsp/play', async (request) => {
      await time.sleep(400);
      return answer(request);
    });
    void failureOf(stream.seek(50_000));
    await time.run(10);
    void stream.pause();
    await time.run(100);
    stream.close();
    await time.run(3_000);
    expect(player.state.play_state).not.toBe(1);
  });

  test('stops a device that could not be stopped during its lead-in', async () => {
    const { stream, cloud, time, device } = await streamingDevice({ source: { points } });
    void failureOf(stream.play());
    await time.run(5);
    cloud.on('PUT /mode2', () => Promise.reject(new TypeError('fetch failed')));
    void failureOf(stream.pause());
    stream.close();
    await time.run(2_000);
    expect(device.store.getState().stopPresses).toBe(1);
  });
});
