/** Points that are pushed as they come: played a short while later, however slow the network is. */
import { describe, expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { type StreamedDevice, streamedDevice } from './streamed-device.ts';

const EVERY_MS = 100;
const LOOK_EVERY_MS = 10;
/** Time to brake. */
const BRAKES_MS = 60;
const waveAt = (ms: number) => Math.round(50 + 30 * Math.sin(ms / 700));

/** Pushes a point every 100 ms, at the present times. */
function hand({ world, stream }: StreamedDevice) {
  const startMs = world.time.monotonic();
  return world.time.every(EVERY_MS, () => {
    const t = Math.round(world.time.monotonic() - startMs);
    stream.push([{ t, x: waveAt(t) }]);
  });
}

describe.each(profiles)('a live stream, profile %s', (profile) => {
  test('waits for its first point, then follows with a lead of a round trip and a tick', async () => {
    const streamed = await streamedDevice(profile, { source: { live: true } });
    const { world, stream, run, calls, network } = streamed;
    await world.settled(stream.play());
    expect(stream.store.getState().phase).toBe('waiting');
    const startMs = world.time.monotonic();
    const leave = hand(streamed);
    await run(15_000);
    const { phase, starvations, leadMs } = stream.store.getState();
    expect({ phase, starvations }).toEqual({ phase: 'playing', starvations: 0 });
    const behindMs = world.time.monotonic() - startMs - stream.positionMs();
    expect(behindMs).toBeGreaterThan(2 * network.delayMs);
    expect(behindMs).toBeLessThan(2 * network.delayMs + 1_200);
    expect(Math.abs(behindMs - leadMs)).toBeLessThan(150);
    expect(calls().length).toBeLessThan(15_000 / 400 + 5);
    leave();
    await run(3_000);
    expect(stream.store.getState()).toMatchObject({ phase: 'waiting', starvations: 0 });
    stream.finish();
    await run(500);
    expect(stream.store.getState().phase).toBe('ended');
  });

  test.each([0, 130, 270])(
    'that is cut off comes to rest when its lead has been played, %i ms after a point',
    async (afterMs) => {
      const streamed = await streamedDevice(profile, { source: { live: true } });
      const { world, stream, run, network, speed } = streamed;
      await world.settled(stream.play());
      const leave = hand(streamed);
      await run(10_000 + afterMs);
      expect(await speed()).toBeGreaterThan(0);
      const { leadMs } = stream.store.getState();
      network.isCut = true;
      let restsAfterMs = 0;
      for (let passedMs = 0; passedMs < leadMs + 5_000; passedMs += LOOK_EVERY_MS) {
        await run(LOOK_EVERY_MS);
        if ((await speed()) > 0) restsAfterMs = passedMs + LOOK_EVERY_MS;
      }
      expect(restsAfterMs).toBeLessThanOrEqual(leadMs + BRAKES_MS + LOOK_EVERY_MS);
      leave();
    },
  );

  test('on a network that becomes slow gets a longer lead, and a lower setting where it starves again and again', async () => {
    const streamed = await streamedDevice(profile, { source: { live: true } });
    const { world, stream, run, network } = streamed;
    await world.settled(stream.play());
    const leave = hand(streamed);
    await run(6_000);
    const { leadMs } = stream.store.getState();
    network.delayMs += 400;
    await run(20_000);
    expect(stream.store.getState().leadMs).toBeGreaterThan(leadMs);
    expect(stream.store.getState().phase).toBe('playing');
    for (let outage = 0; outage < 4; outage += 1) {
      network.isCut = true;
      await run(5_000);
      network.isCut = false;
      await run(12_000);
    }
    const { phase, steppedDown, minGapMs, starvations } = stream.store.getState();
    expect(phase).toBe('playing');
    expect(steppedDown).toBeGreaterThanOrEqual(1);
    expect(minGapMs).toBeGreaterThanOrEqual(100);
    expect(starvations).toBeGreaterThanOrEqual(3);
    expect(starvations).toBeLessThanOrEqual(8);
    leave();
  });
});
