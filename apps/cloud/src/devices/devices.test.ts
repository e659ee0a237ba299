import { type DeviceEvent, DeviceRefusal } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { ledDevice } from '../testing/linked-device.ts';
import { createDeviceCaller } from './device-caller.ts';
import { createFaultyLink } from './faulty-link.ts';
import { NO_FAULTS, VENDOR_LATENCY_FAULTS } from './link-faults.ts';
import { createDeviceRegistry } from './registry.ts';

const codeOf = (error: unknown) => (error instanceof DeviceRefusal ? error.kind.code : error);
const hampState = { device: ledDevice(), name: 'hamp.state', input: {}, timeoutMs: 5_000 } as const;

test('a key belongs to one device at a time, and is free again when that device is removed', () => {
  const registry = createDeviceRegistry(createFakeTime());
  const leave = registry.add(ledDevice());
  expect(() => registry.add(ledDevice())).toThrow('The connection key is taken');
  leave();
  leave();
  expect(registry.size()).toBe(0);
  registry.add(ledDevice());
  expect([...registry.keys()]).toEqual(['TestDevice1']);
});

test('an answer in time is returned, and so is a refusal', async () => {
  const caller = createDeviceCaller(createFakeTime());
  const device = ledDevice({ answer: async () => 'the state' });
  await expect(caller.call({ ...hampState, device })).resolves.toBe('the state');
  await expect(caller.call(hampState).catch(codeOf)).resolves.toBe(100017);
  expect(caller.traffic(device)).toEqual({ sent: 1, answered: 1, dropped: 0 });
});

test('a device that does not answer in time rejects with 1002, and its late answer is dropped', async () => {
  const time = createFakeTime();
  const caller = createDeviceCaller(time);
  const device = ledDevice({ answer: () => time.sleep(6_000).then(() => 'late') });
  const outcome = caller.call({ ...hampState, device }).catch(codeOf);
  await time.run(4_999);
  expect(caller.traffic(device)).toEqual({ sent: 1, answered: 0, dropped: 0 });
  await time.run(1);
  expect(await outcome).toBe(1002);
  await time.run(5_000);
  expect(caller.traffic(device)).toEqual({ sent: 1, answered: 0, dropped: 1 });
  expect(time.pending()).toBe(0);
});

test("behind the vendor's link a call takes a round trip of 300 to 380 ms, and calls stay in order", async () => {
  const time = createFakeTime();
  const arrived: string[] = [];
  const device = ledDevice({
    answer: async (name) => {
      arrived.push(name);
      return name;
    },
  });
  const slow = createFaultyLink(device, { time, seed: 3, faults: VENDOR_LATENCY_FAULTS });
  const tookMs: number[] = [];
  const names = ['hamp.start', 'hamp.state', 'hamp.stop', 'info.info', 'info.mode'] as const;
  for (const name of names) {
    const sentAt = time.monotonic();
    void slow.call(name, {}).then(() => tookMs.push(time.monotonic() - sentAt));
    await time.run(5);
  }
  await time.run(400);
  expect(arrived).toEqual(names);
  expect(tookMs).toHaveLength(names.length);
  expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(300);
  expect(Math.max(...tookMs)).toBeLessThanOrEqual(380);
});

test('a refusal crosses the slow link as a refusal, and events arrive half a round trip later', async () => {
  const time = createFakeTime();
  const device = ledDevice();
  const slow = createFaultyLink(device, { time, seed: 3, faults: VENDOR_LATENCY_FAULTS });
  const outcome = slow.call('hamp.state', {}).catch(codeOf);
  await time.run(400);
  expect(await outcome).toBe(100017);

  const events: DeviceEvent[] = [];
  const stop = slow.onEvent((event) => events.push(event));
  device.emit({ name: 'temp_high', data: undefined });
  await time.run(149);
  expect(events).toEqual([]);
  await time.run(41);
  expect(events).toHaveLength(1);
  device.emit({ name: 'temp_ok', data: undefined });
  stop();
  await time.run(200);
  expect(events).toHaveLength(1);
});

test('a lost command never reaches the device, a lost answer comes from a device that executed it; both end as 1002', async () => {
  const time = createFakeTime();
  const done: string[] = [];
  const device = ledDevice({
    answer: async (name) => {
      done.push(name);
      return name;
    },
  });
  const link = createFaultyLink(device, { time, seed: 3, faults: NO_FAULTS });
  const caller = createDeviceCaller(time);
  const call = async (name: 'hamp.start' | 'hamp.stop') => {
    const outcome = caller.call({ device: link, name, input: {}, timeoutMs: 5_000 }).catch(codeOf);
    await time.run(5_000);
    return outcome;
  };
  expect(await call('hamp.start')).toBe('hamp.start');
  link.setFaults({ ...NO_FAULTS, lostCommands: 1 });
  expect(await call('hamp.stop')).toBe(1002);
  expect(done).toEqual(['hamp.start']);
  link.setFaults({ ...NO_FAULTS, lostAnswers: 1 });
  expect(await call('hamp.stop')).toBe(1002);
  expect(done).toEqual(['hamp.start', 'hamp.stop']);
});

test('losses occur in the given share, and the same seed loses the same calls', async () => {
  const losses = async () => {
    const time = createFakeTime();
    const device = ledDevice({ answer: async (name) => name });
    const link = createFaultyLink(device, { time, seed: 9, faults: { ...NO_FAULTS, lostAnswers: 0.25 } });
    const arrived: number[] = [];
    for (let index = 0; index < 400; index += 1) void link.call('hamp.state', {}).then(() => arrived.push(index));
    await time.run(1);
    return arrived;
  };
  const first = await losses();
  expect(first.length / 400).toBeCloseTo(0.75, 1);
  expect(await losses()).toEqual(first);
});

test('refused mode changes are refused with 100032, other calls are not', async () => {
  const time = createFakeTime();
  const device = ledDevice({ answer: async (name) => name });
  const faults = { ...NO_FAULTS, refusedModeChanges: 1 };
  const link = createFaultyLink(device, { time, seed: 3, faults });
  expect(await link.call('info.setMode2', { mode: 7 }).catch(codeOf)).toBe(100032);
  expect(await link.call('hamp.stop', {}).catch(codeOf)).toBe('hamp.stop');
});
