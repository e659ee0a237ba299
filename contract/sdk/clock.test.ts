import { describe, expect, test } from 'vitest';
import { virtualWorld } from './cloud-in-virtual-time.ts';

/** Whole ms on three clocks, and half a ms of the cloud's. */
const ROUNDING_MS = 3;
const RATE = 1.25;
const OFFSET_MS = -120;

describe.each(['tactus', 'vendor'] as const)('the clocks against the %s cloud', (profile) => {
  test('agree with the cloud to a ms, however far the device is behind it', async () => {
    const world = await virtualWorld({ profile });
    const device = await world.connected();
    await world.time.run(60_000);
    expect(Math.abs(device.clock.serverNow() - world.time.now())).toBeLessThanOrEqual(1);
    const { jitterMs, asymmetryMs, deviceMs } = device.clock.error() ?? {};
    expect(jitterMs).toBeLessThan(1);
    expect(asymmetryMs).toBeLessThan(2);
    expect(deviceMs).toBe(device.store.getState().clockSync.deviceRtd / 2);
  });

  test("tell the device's position in its script, between the sending and the answer of every request", async () => {
    const world = await virtualWorld({ profile });
    const device = await world.connected();
    await world.settled(device.hstp.setOffset(OFFSET_MS));
    await world.settled(device.hsp.setup());
    const points = Array.from({ length: 60 }, (_, index) => ({ t: index * 1_000, x: (index % 2) * 100 }));
    await world.settled(device.hsp.add(points));
    const playback = { start_time: 2_000, server_time: Math.floor(device.clock.serverNow()), playback_rate: RATE };
    await world.settled(device.hsp.play(playback));
    for (let look = 0; look < 5; look += 1) {
      await world.time.run(3_000);
      // The player reports the time of the script without the user's offset.
      const withoutOffset = () => device.clock.scriptTime(playback) - OFFSET_MS * RATE;
      const before = withoutOffset();
      const { current_time } = await world.settled(device.hsp.readState());
      const deviceMs = device.clock.error()?.deviceMs ?? 0;
      expect(current_time).toBeGreaterThanOrEqual(before - RATE * deviceMs - ROUNDING_MS);
      expect(current_time).toBeLessThanOrEqual(withoutOffset() + RATE * deviceMs + ROUNDING_MS);
    }
  });
});
