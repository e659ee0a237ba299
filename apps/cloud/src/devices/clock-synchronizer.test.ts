import { type DeviceBackend, DeviceRefusal } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, test } from 'vitest';
import { createClockSynchronizer } from './clock-synchronizer.ts';
import { createDeviceCaller } from './device-caller.ts';
import { createFaultyLink } from './faulty-link.ts';
import { NO_FAULTS, VENDOR_LATENCY_FAULTS } from './link-faults.ts';
import { createDeviceRegistry } from './registry.ts';

const refusedCode = (error: unknown) => error instanceof DeviceRefusal && error.kind.code;

/** A device behind such a link, which is not in the registry. */
function behindLink(faults: typeof NO_FAULTS, seed: number) {
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
  return { time, virtual, device, clocks };
}

/** How wrong the cloud's measurement of a device's clock is behind such a link, ms, and how long the link's probes took. */
async function measuredBehind(faults: typeof NO_FAULTS, seed: number) {
  const { time, virtual, device, clocks } = behindLink(faults, seed);
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

test.each([
  [1_000, true],
  [1_900, true],
  [4_000, false],
  [6_000, false],
])('a measurement over trips of %i ms ends within its timeout', async (roundTripMs, isMeasured) => {
  const { time, clocks, device } = behindLink({ ...NO_FAULTS, roundTripMs }, 1);
  let tookMs = Infinity;
  const answer = clocks.measure(device, 5_000).catch(refusedCode);
  void answer.then(() => {
    tookMs = time.monotonic();
  });
  await time.run(60_000);
  expect(tookMs).toBeLessThanOrEqual(5_000);
  expect(await answer).toEqual(isMeasured ? expect.objectContaining({ rtd: roundTripMs }) : 1002);
  clocks.close();
});

test.each([
  [4_000, undefined],
  [300, 5_000],
])(
  'a measurement over trips of %i ms, with a timeout of %s, uses the probes that were answered',
  async (roundTripMs, timeoutMs) => {
    const { time, clocks, device, virtual } = behindLink({ ...NO_FAULTS, roundTripMs }, 1);
    let probes = 0;
    const link: DeviceBackend = {
      ...device,
      call(name, input) {
        probes += 1;
        return probes > 2 ? new Promise(() => undefined) : device.call(name, input);
      },
    };
    const answer = clocks.measure(link, timeoutMs);
    await time.run(60_000);
    const { clock_offset, rtd } = await answer;
    expect(rtd).toBe(roundTripMs);
    const { time: deviceMs } = await virtual.call('hstp.info', {});
    expect(Math.abs(deviceMs + clock_offset - time.now())).toBeLessThanOrEqual(2);
    clocks.close();
  },
);

test.each([8 * 3_600_000, -3_600_000, 120])(
  'after a leap of the cloud’s clock by %s ms the clock of each device is measured again',
  async (leapMs) => {
    const time = createFakeTime();
    const devices = createDeviceRegistry(time);
    const clocks = createClockSynchronizer({ devices, caller: createDeviceCaller(time), time });
    const made = ['LeapOne001', 'LeapTwo002'].map((connectionKey, place) =>
      createVirtualDevice({ connectionKey, model: 'handy', time, random: createRandom(place) }),
    );
    for (const device of made) devices.add(device);
    let measured = 0;
    devices.onEvent((_, { name }) => {
      if (name === 'device_clock_synchronized') measured += 1;
    });
    await time.run(60_000);
    measured = 0;

    time.setWallClock(time.now() + leapMs);
    await time.run(2_000);
    for (const device of made) {
      const { time: deviceMs, clock_offset } = await device.call('hstp.info', {});
      expect(Math.abs(deviceMs + clock_offset - time.now())).toBeLessThanOrEqual(2);
    }
    await time.run(60_000);
    expect(measured).toBe(made.length);

    clocks.close();
    time.setWallClock(time.now() + leapMs);
    await time.run(5_000);
    expect(measured).toBe(made.length);
  },
);

test('a leap of the cloud’s clock during a measurement does not falsify that measurement', async () => {
  const time = createFakeTime();
  const virtual = createVirtualDevice({ connectionKey: 'LeapDuring', model: 'handy', time, random: createRandom(1) });
  const devices = createDeviceRegistry(time);
  const device = createFaultyLink(virtual, { time, seed: 1, faults: { ...NO_FAULTS, roundTripMs: 300 } });
  const clocks = createClockSynchronizer({ devices, caller: createDeviceCaller(time), time });
  const answer = clocks.measure(device, 5_000);
  await time.run(200);
  time.setWallClock(time.now() + 3_600_000);
  await time.run(10_000);
  const { clock_offset, time: deviceMs } = await answer;
  const { time: laterMs } = await virtual.call('hstp.info', {});
  expect(laterMs).toBeGreaterThan(deviceMs);
  expect(Math.abs(laterMs + clock_offset - time.now())).toBeLessThanOrEqual(2);
  clocks.close();
});
