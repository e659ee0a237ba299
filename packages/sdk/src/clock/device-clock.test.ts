import type { Random } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import { AHEAD_MS, setUpClock } from '../testing/clock-world.ts';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { setUpDevice } from '../testing/scripted-device.ts';

const MINUTE_MS = 60_000;

const wifi = (random: Random) => 6 + random.exponential(1.5) + (random.next() < 0.08 ? 5 + random.exponential(25) : 0);
/** Another user's upload fills the queue for 20 s of every 60. */
const congested = (random: Random, atMs: number) =>
  12 + random.exponential(2) + (atMs % MINUTE_MS < 20_000 ? 60 + 60 * random.next() : 0);

describe('the first estimate', () => {
  test("is the specification's, and tracking begins with its warm samples", async () => {
    const { clock, time, measured, probes, offByMs } = setUpClock();
    const first = clock.sync();
    await time.run(1_000);
    expect(await first).toEqual({ clockOffset: AHEAD_MS, rtd: 20 });
    expect(measured).toEqual([{ clockOffset: AHEAD_MS, rtd: 20 }]);
    expect(probes()).toBe(10);
    expect(Math.abs(offByMs())).toBeLessThanOrEqual(0.5);
    expect(clock.error()?.asymmetryMs).toBe(10.5);
  });

  test('may be a stored one: it is used until the first batch, which is requested at once', async () => {
    const { clock, store, time, probes, offByMs } = setUpClock({ driftPpm: 30 });
    expect([clock.isValid(), clock.error()]).toEqual([false, undefined]);
    const stored = { synced: true, clockOffset: AHEAD_MS + 40, rtd: 20, lastClockSync: time.now() - 30 * MINUTE_MS };
    store.patch({ clockSync: { ...store.get().clockSync, ...stored } });
    expect(clock.isValid()).toBe(true);
    expect(offByMs()).toBeCloseTo(40, 3);
    expect(clock.error()).toEqual({ jitterMs: 1 + 180, asymmetryMs: 10, deviceMs: 0 });
    clock.start(() => undefined);
    await time.run(1_000);
    expect(probes()).toBe(6);
    expect(Math.abs(offByMs())).toBeLessThan(0.6);
  });

  test('needs a client', async () => {
    await expect(setUpDevice().device.clock.sync()).rejects.toThrow('HSTP is not initialized');
  });
});

describe('the tracked clock', () => {
  test.each([1, 2, 3])('follows a drift over a network that jitters, within its error, seed %d', async (seed) => {
    const { begin, play, time, clock, offByMs } = setUpClock({ up: wifi, down: wifi, driftPpm: 40, seed });
    await begin();
    play(true);
    await time.run(5 * MINUTE_MS);
    for (let round = 0; round < 30; round += 1) {
      await time.run(7_000);
      const { jitterMs = 0, asymmetryMs = 0 } = clock.error() ?? {};
      expect(Math.abs(offByMs())).toBeLessThan(1.5);
      expect(Math.abs(offByMs())).toBeLessThan(jitterMs + asymmetryMs);
      expect(jitterMs).toBeLessThan(2);
    }
  });

  test('is off by half of the difference of the trips, which its error includes', async () => {
    const { begin, time, clock, offByMs } = setUpClock({ up: () => 26, down: () => 18 });
    await begin();
    await time.run(3 * MINUTE_MS);
    expect(Math.abs(offByMs() - 4)).toBeLessThanOrEqual(0.5);
    expect(clock.error()?.asymmetryMs).toBe(22.5);
  });

  test('is not misled by a queue that fills and empties', async () => {
    const { begin, play, time, offByMs } = setUpClock({ up: congested, down: () => 12, driftPpm: -20 });
    await begin();
    play(true);
    await time.run(5 * MINUTE_MS);
    for (let round = 0; round < 20; round += 1) {
      await time.run(7_000);
      expect(Math.abs(offByMs())).toBeLessThan(2);
    }
  });

  test('probes often at first, then by use: six requests at once, and few without use', async () => {
    const { begin, play, time, clock, probes } = setUpClock();
    await begin();
    const probesWithin = async (ms: number) => {
      const before = probes();
      await time.run(ms);
      return probes() - before;
    };
    const first = await probesWithin(MINUTE_MS);
    await time.run(MINUTE_MS);
    const idle = await probesWithin(3 * MINUTE_MS);
    play(true);
    const playing = await probesWithin(MINUTE_MS);
    play(false);
    const unattend = clock.attend();
    const attended = await probesWithin(MINUTE_MS);
    unattend();
    expect([first, idle, playing, attended]).toEqual([12 * 6, 3 * 6, 3 * 6, 3 * 6]);
  });

  test('after a sleep it is right at once, reports its uncertainty, and probes', async () => {
    const { begin, time, clock, sleep, probes, offByMs } = setUpClock();
    await begin();
    await time.run(4 * MINUTE_MS);
    sleep(3_600_000);
    expect(Math.abs(offByMs())).toBeLessThan(1);
    expect(clock.error()?.jitterMs).toBeGreaterThan(3_600_000);
    const before = probes();
    await time.run(500);
    expect(probes() - before).toBe(5); // the first of them was pending already
    expect(Math.abs(offByMs())).toBeLessThan(1);
    expect(clock.error()?.jitterMs).toBeLessThan(2);
  });

  test('a sleep is detected even if the time is not read', async () => {
    const { begin, time, sleep, probes, offByMs } = setUpClock();
    await begin();
    await time.run(4 * MINUTE_MS + 10_000);
    sleep(600_000);
    const before = probes();
    await time.run(5_500);
    expect(probes() - before).toBe(6);
    expect(Math.abs(offByMs())).toBeLessThan(1);
  });

  test('a sleep in the middle of a batch does not spoil it', async () => {
    const { begin, time, sleep, probes, offByMs } = setUpClock();
    await begin();
    const before = probes();
    while (probes() < before + 3) await time.run(5);
    sleep(60_000);
    await time.run(6_000);
    expect(Math.abs(offByMs())).toBeLessThan(1);
  });

  test.each([-7_200_000, 90_000])('a change of this machine’s clock by %d ms has no lasting effect', async (byMs) => {
    const { begin, time, clock, offByMs } = setUpClock();
    await begin();
    await time.run(4 * MINUTE_MS);
    time.setWallClock(time.now() + byMs);
    const { jitterMs = 0 } = clock.error() ?? {};
    expect(Math.abs(offByMs())).toBeLessThan(jitterMs);
    await time.run(500);
    expect(Math.abs(offByMs())).toBeLessThan(1);
    expect(clock.error()?.jitterMs).toBeLessThan(2);
  });

  test('a page that was frozen probes at once when it is visible again, and its error has grown meanwhile', async () => {
    const { begin, time, clock, freeze, becomeVisible, probes, offByMs } = setUpClock({ driftPpm: 25 });
    await begin();
    await time.run(4 * MINUTE_MS);
    const before = probes();
    const { jitterMs: atFirstMs = 0 } = clock.error() ?? {};
    freeze(true);
    await time.run(30 * MINUTE_MS);
    const { jitterMs = 0 } = clock.error() ?? {};
    expect(jitterMs).toBeGreaterThan(atFirstMs);
    expect(Math.abs(offByMs())).toBeLessThan(jitterMs);
    expect(probes()).toBe(before);
    freeze(false);
    becomeVisible();
    await time.run(1_000);
    expect(probes() - before).toBeGreaterThanOrEqual(10);
    expect(Math.abs(offByMs())).toBeLessThan(0.6);
  });

  test('a refusal for the number of requests is reported, and probing pauses for a minute', async () => {
    const { begin, time, cloud, failures, probes, answer } = setUpClock();
    await begin();
    cloud.on('GET /servertime', () => jsonResponse({ error: { name: 'TooManyRequests', message: 'Enough' } }, 429));
    await time.run(6_000);
    const refused = probes();
    expect(failures).toHaveLength(1);
    await time.run(50_000);
    expect(probes()).toBe(refused);
    cloud.on('GET /servertime', answer);
    await time.run(20_000);
    expect(probes()).toBeGreaterThan(refused);
  });

  test('let go, it does not probe, and the cloud’s clock is still known', async () => {
    const { begin, time, clock, probes, failures, offByMs } = setUpClock({ driftPpm: 20 });
    await begin();
    await time.run(3 * MINUTE_MS);
    const before = probes();
    while (probes() === before) await time.run(5);
    clock.letGo();
    await time.run(500);
    const after = probes();
    await time.run(10 * MINUTE_MS);
    expect([probes(), failures]).toEqual([after, []]);
    expect(time.pending()).toBe(0);
    expect(Math.abs(offByMs())).toBeLessThan(1.5);
  });
});

describe('the compatible clock', () => {
  test("measures by the specification's method alone, and its error grows with its age", async () => {
    const { begin, time, clock, probes, offByMs } = setUpClock({ mode: 'compatible', driftPpm: 20 });
    await begin();
    const { jitterMs: youngMs = 0 } = clock.error() ?? {};
    await time.run(9 * MINUTE_MS);
    expect(probes()).toBe(10);
    const { jitterMs: oldMs = 0, asymmetryMs = 0 } = clock.error() ?? {};
    expect(oldMs).toBeGreaterThan(youngMs + 50);
    expect(Math.abs(offByMs())).toBeGreaterThan(8);
    expect(Math.abs(offByMs())).toBeLessThan(oldMs + asymmetryMs);
    await time.run(2 * MINUTE_MS);
    expect(probes()).toBe(20);
  });

  test('a change of the clock is part of its error until it is measured again', async () => {
    const { begin, time, clock, offByMs } = setUpClock({ mode: 'compatible' });
    await begin();
    time.setWallClock(time.now() + 5_000);
    expect(Math.abs(offByMs())).toBeLessThan(clock.error()?.jitterMs ?? 0);
    const again = clock.sync();
    await time.run(1_000);
    await again;
    expect(clock.error()?.jitterMs).toBeLessThan(3);
  });
});

describe('the clocks of a device', () => {
  test('give the time in the script of the device, with the rate and the user’s offset', async () => {
    const { device, connectFully, time } = setUpDevice();
    await connectFully();
    const server_time = device.clock.serverNow();
    const playback = { start_time: 5_000, server_time, playback_rate: 0.5 };
    // The user's offset is 20 ms back.
    expect(device.clock.scriptTime(playback)).toBeCloseTo(5_000 - 10, 6);
    expect(device.clock.scriptTime(playback, time.monotonic() + 1_000)).toBeCloseTo(5_490, 1);
    expect(device.clock.serverAt(time.monotonic() + 250)).toBeCloseTo(server_time + 250, 1);
    expect(device.clock.error()).toMatchObject({ asymmetryMs: 10.5, deviceMs: 15 });
  });

  test('are as good with a slow connection from the cloud to the device: the cloud is probed, not the device', async () => {
    const { device, cloud, connectFully, time } = setUpDevice({ roundTripMs: 340 });
    cloud.on('GET /servertime', async () => {
      await time.sleep(15);
      const server_time = time.now() + 777;
      await time.sleep(15);
      return { server_time };
    });
    const connected = connectFully();
    await time.run(3_000);
    await connected;
    expect(Math.abs(device.clock.serverNow() - time.now() - 777)).toBeLessThanOrEqual(0.5);
    expect(device.clock.error()).toMatchObject({ asymmetryMs: 15.5 });
  });

  test('do not use the device’s request budget: probes have no key', async () => {
    const { device, cloud, connectFully, time } = setUpDevice();
    await connectFully();
    const { used } = device.budget.headroom();
    await time.run(30_000);
    const questions = cloud.requests.filter(({ path }) => path === '/servertime');
    expect(questions.length).toBeGreaterThan(30);
    for (const { headers } of questions) {
      expect(headers).not.toHaveProperty('x-connection-key');
      expect(headers).not.toHaveProperty('x-api-key');
    }
    expect(device.budget.headroom().used).toBeLessThanOrEqual(used);
  });
});
