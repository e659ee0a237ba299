import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, test } from 'vitest';
import { createClockSynchronizer } from './clock-synchronizer.ts';
import { createDeviceCaller } from './device-caller.ts';
import { createFaultyLink } from './faulty-link.ts';
import { NO_FAULTS, VENDOR_LATENCY_FAULTS } from './link-faults.ts';
import { createDeviceRegistry } from './registry.ts';

/** How wrong the cloud's measurement of a device's clock is behind such a link, ms, and how long the link's probes took. */
async function measuredBehind(faults: typeof NO_FAULTS, seed: number) {
  const time = createFakeTime();
  const virtual = createVirtualDevice({
    connectionKey: 'Measured01',
    model: 'handy',
    time,
    random: createRandom(seed),
  });
  const devices = createDeviceRegistry(time);
  const device = createFaultyLink(virtual, { time, seed, faults });
  const clocks = createClockSynchronizer({ devices, caller: createDeviceCaller(time), time });
  const answer = clocks.measure(device, 5_000);
  let tookMs = 0;
  void answer.then(() => {
    tookMs = time.monotonic();
  });
  await time.run(10_000);
  const { clock_offset, rtd } = await answer;
  clocks.close();
  const { time: deviceMs } = await virtual.call('hstp.info', {});
  return { errorMs: clock_offset - (time.now() - deviceMs), rtd, tookMs };
}

test('the clock of a device is measured within 10 ms over trips that vary by 80', async () => {
  const errors: number[] = [];
  for (let seed = 1; seed <= 60; seed += 1) {
    const { errorMs, rtd } = await measuredBehind(VENDOR_LATENCY_FAULTS, seed);
    errors.push(Math.abs(errorMs));
    expect(rtd).toBeGreaterThanOrEqual(300);
    expect(rtd).toBeLessThan(360);
  }
  expect(Math.max(...errors)).toBeLessThanOrEqual(10);
  expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.9)]).toBeLessThanOrEqual(8);
});

test('one probe is enough where a trip is short', async () => {
  const { errorMs, tookMs } = await measuredBehind({ ...NO_FAULTS, roundTripMs: 10 }, 1);
  expect(Math.abs(errorMs)).toBeLessThanOrEqual(1);
  expect(tookMs).toBeLessThanOrEqual(20);
});
