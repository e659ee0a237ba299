import { type DeviceEvent, DeviceRefusal } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { ledDevice } from '../testing/linked-device.ts';
import { createDeviceCaller } from './device-caller.ts';
import { createDeviceRegistry } from './registry.ts';
import { slowLink, VENDOR_ROUND_TRIP_MS } from './slow-link.ts';

const codeOf = (error: unknown) => (error instanceof DeviceRefusal ? error.kind.code : error);
const hampState = { device: ledDevice(), name: 'hamp.state', input: {}, timeoutMs: 5_000 } as const;

test('a key is held by one device at a time, and free again when it has gone', () => {
  const registry = createDeviceRegistry(createFakeTime());
  const leave = registry.add(ledDevice());
  expect(() => registry.add(ledDevice())).toThrow('The connection key is taken');
  leave();
  leave();
  expect(registry.size()).toBe(0);
  registry.add(ledDevice());
  expect([...registry.keys()]).toEqual(['TestDevice1']);
});

test('an answer in time is handed on, and so is a refusal', async () => {
  const caller = createDeviceCaller(createFakeTime());
  const device = ledDevice({ answer: async () => 'the state' });
  await expect(caller.call({ ...hampState, device })).resolves.toBe('the state');
  await expect(caller.call(hampState).catch(codeOf)).resolves.toBe(100017);
  expect(caller.traffic(device)).toEqual({ sent: 1, answered: 1, dropped: 0 });
});

test('a device that does not answer in time gives 1002, and its late answer is dropped', async () => {
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

test("behind the vendor's link a call takes a round trip of 300 to 380 ms, and calls keep their order", async () => {
  const time = createFakeTime();
  const arrived: string[] = [];
  const device = ledDevice({
    answer: async (name) => {
      arrived.push(name);
      return name;
    },
  });
  const slow = slowLink(device, { time, random: createRandom(3) });
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
  expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(VENDOR_ROUND_TRIP_MS.min);
  expect(Math.max(...tookMs)).toBeLessThanOrEqual(VENDOR_ROUND_TRIP_MS.max);
});

test('a refusal comes through the slow link as a refusal, and events arrive half a round trip later', async () => {
  const time = createFakeTime();
  const device = ledDevice();
  const slow = slowLink(device, { time, random: createRandom(3) });
  const outcome = slow.call('hamp.state', {}).catch(codeOf);
  await time.run(400);
  expect(await outcome).toBe(100017);

  const heard: DeviceEvent[] = [];
  const stop = slow.onEvent((event) => heard.push(event));
  device.emit({ name: 'temp_high', data: undefined });
  await time.run(149);
  expect(heard).toEqual([]);
  await time.run(41);
  expect(heard).toHaveLength(1);
  device.emit({ name: 'temp_ok', data: undefined });
  stop();
  await time.run(200);
  expect(heard).toHaveLength(1);
});
