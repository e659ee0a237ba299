/** Disturbed streams: slow links, other apps, a person's Stop, a device that disconnects and returns. */
import { describe, expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { pointsOf, smooth, streamedDevice } from './streamed-device.ts';

const SCRIPT = smooth(5);
const source = { points: pointsOf(SCRIPT) };

describe.each(profiles)('a disturbed stream, profile %s', (profile) => {
  test('that starves continues at the present position, and counts it', async () => {
    // Thirty points a second: the first request lasts for three seconds.
    const dense = Array.from({ length: 9_001 }, (_, index) => {
      const t = Math.round((index * 100) / 3);
      return [t, Math.round(50 + 35 * Math.sin(t / 900))] as const;
    });
    const { world, stream, run, network, follow } = await streamedDevice(profile, {
      source: { points: pointsOf(dense) },
    });
    await world.settled(stream.play());
    network.isCut = true;
    await run(12_000);
    expect(stream.store.getState()).toMatchObject({ phase: 'starving', starvations: 1 });
    network.isCut = false;
    await run(5_000);
    expect(stream.store.getState()).toMatchObject({ phase: 'playing', starvations: 1 });
    await follow(dense, 4_000);
  });

  test('is over when another mode takes the device', async () => {
    const { world, stream, run, calls } = await streamedDevice(profile, { source });
    await world.settled(stream.play());
    await run(10_000);
    await world.ask('PUT /hamp/start');
    await run(300);
    expect(stream.store.getState().phase).toBe('taken-over');
    const sent = calls().length;
    await run(60_000);
    expect(calls().length).toBe(sent);
  });

  test("is over when another app's stream takes the device", async () => {
    const { world, stream, run, hsp } = await streamedDevice(profile, { source });
    await world.settled(stream.play());
    await run(10_000);
    await world.ask('PUT /hsp/setup', { stream_id: 77 });
    const points = Array.from({ length: 40 }, (_, index) => ({ t: index * 500, x: (index % 2) * 100 }));
    await world.ask('PUT /hsp/play', { start_time: 0, add: { points, tail_point_stream_index: 40 } });
    await run(30_000);
    expect(stream.store.getState().phase).toBe('taken-over');
    expect(await hsp()).toMatchObject({ stream_id: 77 });
  });

  test("ends with a person's Stop, and moves nothing after it", async () => {
    const { world, device, stream, run, speed, mm } = await streamedDevice(profile, { source });
    await world.settled(stream.play());
    await run(3_000);
    const first = stream.store.getState().streamId;
    const sought = stream.seek(100_000).catch((error: { code: string }) => error.code);
    await world.settled(device.stop());
    expect(stream.store.getState().phase).toBe('stopped');
    await run(5_000);
    expect(await sought).toBe('aborted');
    const restMm = await mm();
    await run(20_000);
    expect([await speed(), await mm()]).toEqual([0, restMm]);
    await world.settled(stream.play());
    expect(stream.store.getState().phase).toBe('playing');
    expect(stream.store.getState().streamId).not.toBe(first);
  });

  test('of a device that was offline for a moment continues; after a restart it waits for a person', async () => {
    const { world, device, stream, run, follow, speed } = await streamedDevice(profile, { source });
    await world.settled(stream.play());
    await run(6_000);
    world.virtual.disconnect('wifi');
    await run(3_000);
    expect(stream.store.getState().phase).toBe('interrupted');
    world.virtual.connect();
    await run(6_000);
    expect(stream.store.getState().phase).toBe('playing');
    await follow(SCRIPT, 4_000);
    void device.system.reboot(1).catch(() => undefined); // it answers no more
    await run(20_000);
    expect(stream.store.getState().phase).toBe('interrupted');
    expect(await speed()).toBe(0);
    await world.settled(stream.play());
    await follow(SCRIPT, 4_000);
  });
});
