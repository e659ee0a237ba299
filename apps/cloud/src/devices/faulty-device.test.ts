import { expect, test } from 'vitest';
import { controlledDevice } from '../testing/controlled-device.ts';
import { type LinkFaults, NO_FAULTS } from './link-faults.ts';

function setUp(first: Partial<LinkFaults> = {}) {
  const { time, device, held, raised } = controlledDevice();
  const links = () =>
    raised.flatMap(({ name }) => (name === 'device_connected' || name === 'device_disconnected' ? [name] : []));
  const set = (faults: Partial<LinkFaults>, newSeed?: number) =>
    held.setFaults({ faults: { ...NO_FAULTS, ...faults }, ...(newSeed !== undefined && { seed: newSeed }) });
  set(first);
  const isConnected = () => device.info() !== undefined;
  return { time, device, held, raised, links, set, isConnected };
}

test('a link with flaps is cut at the interval for the duration', () => {
  const { time, isConnected, links } = setUp({ flapEveryMs: 10_000, flapForMs: 2_000 });
  const seen = [9_999, 10_000, 11_999, 12_000, 19_999, 20_000, 22_000].map((atMs) => {
    time.advance(atMs - time.monotonic());
    return isConnected();
  });
  expect(seen).toEqual([true, false, false, true, true, false, true]);
  expect(links()).toEqual(['device_disconnected', 'device_connected', 'device_disconnected', 'device_connected']);
});

test('flaps end with the fault, and a link that they have cut is restored', () => {
  const { time, isConnected, set, links } = setUp({ flapEveryMs: 10_000, flapForMs: 2_000 });
  time.advance(10_500);
  set({ flapEveryMs: 10_000, flapForMs: 2_000, roundTripMs: 50 });
  expect(isConnected()).toBe(false);
  set({});
  expect(isConnected()).toBe(true);
  time.advance(100_000);
  expect(links()).toEqual(['device_disconnected', 'device_connected']);
});

test('flaps restore neither a link that an operator cut nor a device that is offline by itself', async () => {
  const { time, isConnected, held, device } = setUp({ flapEveryMs: 10_000, flapForMs: 2_000 });
  time.advance(10_500);
  held.setConnected(false);
  time.advance(1_500);
  expect(isConnected()).toBe(false);
  held.setConnected(true);
  await device.call('system.reboot', { connection_mode: 0 });
  time.advance(60_000);
  expect(isConnected()).toBe(false);
});

test('drift and skew shift what the clock of the device shows', async () => {
  const { time, device, set } = setUp();
  const shown = async () => (await device.call('hstp.info', {})).time;
  const before = await shown();
  set({ clockSkewMs: 5_000, clockDriftPpm: 1_000 });
  time.advance(100_000);
  expect((await shown()) - before).toBe(105_100);
});

test('an update fails at the set progress, once for each order; without the fault it does not', async () => {
  const { time, device, set, raised } = setUp();
  const outcome = async () => {
    raised.length = 0;
    await device.install({ version: '4.1.0', feature_flags: 'production' });
    await time.run(600_000);
    const reports = raised.flatMap((event) => (event.name === 'ota_progress' ? [event.data] : []));
    return reports.find(({ done, failed }) => done || failed);
  };
  set({ otaFailsAt: 0.6 });
  expect(await outcome()).toMatchObject({ failed: true, progress: 0.6 });
  set({ otaFailsAt: 0.3 });
  expect(await outcome()).toMatchObject({ failed: true, progress: 0.3 });
  set({ otaFailsAt: 0.3 });
  set({});
  expect(await outcome()).toMatchObject({ done: true, failed: false });
});

test('the cloud fails the set share of requests, the same ones for the same seed', () => {
  const { held, set } = setUp();
  const draw = () => Array.from({ length: 500 }, () => held.httpFault());
  expect(new Set(draw())).toEqual(new Set([undefined]));
  set({ tooManyRequests: 0.2, serverErrors: 0.1 }, 7);
  const first = draw();
  expect(first.filter((fault) => fault === 'too-many-requests').length / 500).toBeCloseTo(0.2, 1);
  expect(first.filter((fault) => fault === 'server-error').length / 500).toBeCloseTo(0.08, 1);
  expect(draw()).not.toEqual(first);
  set({ tooManyRequests: 0.2, serverErrors: 0.1 }, 7);
  expect(draw()).toEqual(first);
});

test('a closed device leaves no timer, and its abort signal fires', () => {
  const { held, time } = setUp({ flapEveryMs: 10_000, flapForMs: 2_000 });
  expect(held.gone().aborted).toBe(false);
  held.close();
  expect(held.gone().aborted).toBe(true);
  expect(time.pending()).toBe(0);
});
