/** A stream of the SDK: the slider follows it through every change, whatever cloud it is. */
import { describe, expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { pointsOf, smooth, streamedDevice } from './streamed-device.ts';

const SCRIPT = smooth(5);
const source = { points: pointsOf(SCRIPT) };

describe.each(profiles)('a recorded stream, profile %s', (profile) => {
  test('is followed within 1 % and 5 ms through pause, resume, seek and a change of rate', async () => {
    const { world, stream, run, follow, hsp, speed } = await streamedDevice(profile, { source });
    await world.settled(stream.play());
    expect(stream.store.getState().phase).toBe('playing');
    await follow(SCRIPT, 6_000);

    await world.settled(stream.pause());
    await run(500);
    expect(await speed()).toBe(0);
    await run(3_000);
    const pausedMs = stream.positionMs();
    expect(pausedMs).toBe((await hsp()).current_time);
    await world.settled(stream.resume());
    await follow(SCRIPT, 6_000);
    expect(Math.abs(stream.positionMs() - (await hsp()).current_time)).toBeLessThan(10);

    await world.settled(stream.seek(200_000));
    expect(stream.positionMs()).toBeGreaterThan(199_900);
    expect(stream.positionMs()).toBeLessThan(201_000);
    await follow(SCRIPT, 6_000);

    await world.settled(stream.setRate(0.8));
    await follow(SCRIPT, 6_000, { rate: 0.8 });
    expect(stream.store.getState()).toMatchObject({ phase: 'playing', starvations: 0, steppedDown: 0 });
  });

  test('fills the buffer where a lease ends it, sends 30 s ahead where none does, and makes no needless request', async () => {
    const { world, stream, run, hsp, calls } = await streamedDevice(profile, { source });
    await world.settled(stream.play());
    await run(20_000);
    const { points, last_point_time } = await hsp();
    const aheadMs = last_point_time - stream.positionMs();
    if (profile === 'tactus') {
      expect(points).toBe(SCRIPT.length);
      expect(calls().length).toBeLessThanOrEqual(Math.ceil(SCRIPT.length / 100) + 2);
    } else {
      expect(aheadMs).toBeLessThanOrEqual(30_000);
      expect(aheadMs).toBeGreaterThan(20_000);
    }
    expect(stream.store.getState().bufferedMs).toBeGreaterThan(20_000);
  });

  test("of a script larger than the buffer is refilled by full requests, by the device's events or by the clock", async () => {
    const long = smooth(9).flatMap(([t, x]) => [[t, x] as const, [t + 100, x] as const]);
    const { world, stream, run, hsp, device, calls } = await streamedDevice(profile, {
      source: { points: pointsOf(long) },
    });
    await world.settled(stream.play());
    await run(260_000);
    expect(stream.store.getState()).toMatchObject({ phase: 'playing', starvations: 0 });
    const { points } = await hsp();
    const state = stream.store.getState();
    expect(state.sentPoints).toBeGreaterThanOrEqual(points);
    expect(state.playedPoints).toBeGreaterThan(2_500);
    const thresholds = device.trace
      .entries()
      .filter((entry) => entry.kind === 'event' && entry.name === 'hsp_threshold_reached');
    expect(thresholds.length).toBeGreaterThan(0);
    if (profile === 'tactus') expect(calls().length).toBeLessThanOrEqual(Math.ceil(state.sentPoints / 100) + 2);
  });
});
