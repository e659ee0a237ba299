import type { DeviceBackend } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createDeviceRegistry } from '../../devices/registry.ts';
import { openStore } from '../../store/database.ts';
import { createDeviceLinkManager } from './device-link-manager.ts';

const noError = (error: unknown) => expect(error).toBeUndefined();

/** A manager with one key; `onMade` is called as soon as a hello has made a device, before the device is admitted. */
async function startManager(onMade: () => void, onError: (error: unknown) => void = noError) {
  const time = createFakeTime();
  const store = await openStore(':memory:');
  const removed: string[] = [];
  onTestFinished(() => store.destroy());
  const registry = createDeviceRegistry(time);
  const devices = {
    ...registry,
    add(device: DeviceBackend) {
      queueMicrotask(onMade);
      return registry.add(device);
    },
  };
  const manager = createDeviceLinkManager({
    ...{ store, devices, time, capacity: 10 },
    leases: { isDriven: () => false, restsFirst: () => undefined },
    onRemoved: async (removedKey) => void removed.push(removedKey),
    onError,
  });
  await manager.tidy();
  const key = await manager.makeKey('');
  if (!key) throw new Error('There was no room');
  const hello = { type: 'hello', version: 1, ...key, position: 0, seen: 0 } as const;
  const admit = (secret = key.secret) => manager.admit({ ...hello, secret }, '127.0.0.1');
  return { manager, devices, store, key, admit, removed, time };
}

test('a device that links while unused ones are removed is admitted', async () => {
  let tidied = 0;
  const { manager, devices, key, admit } = await startManager(() => {
    tidied += 1;
    if (tidied === 1) void manager.tidy();
  });
  const { device, refusal } = await admit();
  expect(tidied).toBe(2);
  expect(refusal).toBeUndefined();
  expect(devices.get(key.connectionKey)).toBe(device);
});

test('a device that links while the server closes is to come again', async () => {
  const { manager, devices, key, admit } = await startManager(() => manager.close());
  expect(await admit()).toMatchObject({ refusal: { code: 'closing', isFinal: false } });
  expect(devices.get(key.connectionKey)).toBeUndefined();
});

test('a device is admitted by its secret while the store does not answer', async () => {
  const errors: unknown[] = [];
  const { devices, store, key, admit } = await startManager(() => undefined, errors.push.bind(errors));
  await store.destroy();
  expect(await admit('guess')).toMatchObject({ refusal: { code: 'not-enrolled' } });
  expect((await admit()).device).toBe(devices.get(key.connectionKey));
  expect(errors).toHaveLength(1); // the time of the link
});

test('a device whose key the store has no longer is cut off by the next tidying, or when it links again', async () => {
  const { manager, devices, store, key, admit, removed, time } = await startManager(() => undefined);
  const other = await manager.makeKey('');
  if (!other) throw new Error('There was no room');
  const hello = { type: 'hello', version: 1, ...other, position: 0, seen: 0 } as const;
  for (const { device } of [await admit(), await manager.admit(hello, '127.0.0.1')]) expect(device).toBeDefined();
  await store.deleteFrom('enrolments').execute();

  time.advance(60_000);
  expect(await admit()).toMatchObject({ refusal: { code: 'ended', isFinal: true } });
  expect([devices.get(key.connectionKey), removed]).toEqual([undefined, [key.connectionKey]]);
  await manager.tidy();
  expect([devices.get(other.connectionKey), removed]).toEqual([undefined, [key.connectionKey, other.connectionKey]]);
  expect([key, other].map(({ connectionKey }) => manager.isEnrolled(connectionKey))).toEqual([false, false]);
});
