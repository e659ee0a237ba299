import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { DEFAULT_FIRMWARE_VERSION } from '@tactus/virtual-device';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../store/database.ts';
import { NO_FAULTS, parseFaults } from './link-faults.ts';
import { createDeviceRegistry } from './registry.ts';
import { createVirtualFleet } from './virtual-fleet.ts';

async function startFleet(store: Store, seed = 1) {
  const time = createFakeTime();
  const errors: unknown[] = [];
  const fleet = await createVirtualFleet({
    store,
    devices: createDeviceRegistry(time),
    time,
    random: createRandom(seed),
    faults: NO_FAULTS,
    onRemoved: () => Promise.resolve(),
    onError: (error) => errors.push(error),
  });
  return { time, fleet, errors };
}

async function newStore(): Promise<Store> {
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  return store;
}

const order = { model: 'handy', madeBy: 'control', connectionKey: 'MyDevice01' } as const;

test('an updated device still runs its new firmware after a restart', async () => {
  const store = await newStore();
  const { time, fleet } = await startFleet(store);
  expect(await fleet.create(order)).toMatchObject({ firmware: DEFAULT_FIRMWARE_VERSION });
  await fleet.find('MyDevice01')?.device.install({ version: '4.0.19', feature_flags: 'production' });
  await time.run(600_000);
  expect(fleet.get('MyDevice01')).toMatchObject({ connected: true, firmware: '4.0.19' });
  fleet.close();
  const { fleet: next } = await startFleet(store);
  expect(next.get('MyDevice01')).toMatchObject({ connected: true, firmware: '4.0.19' });
});

test('a device that is offline is listed with its last firmware', async () => {
  const { fleet } = await startFleet(await newStore());
  await fleet.create({ ...order, firmware: '4.0.11' });
  fleet.find('MyDevice01')?.setConnected(false);
  expect(fleet.list()).toEqual([{ ...order, connected: false, firmware: '4.0.11' }]);
});

test('an error while storing a firmware is reported, and the device runs on', async () => {
  const store = await openStore(':memory:');
  const { time, fleet, errors } = await startFleet(store);
  await fleet.create(order);
  await store.destroy();
  await fleet.find('MyDevice01')?.device.install({ version: '4.0.19', feature_flags: 'production' });
  await time.run(600_000);
  await expect.poll(() => errors).toHaveLength(1);
  expect(fleet.get('MyDevice01')).toMatchObject({ connected: true, firmware: '4.0.19' });
});

test("faults of a device depend on the fleet's seed and its key alone, not on the others", async () => {
  const fatesOf = async (others: number, seed: number) => {
    const { fleet } = await startFleet(await newStore(), seed);
    for (let index = 0; index < others; index += 1) await fleet.create({ ...order, connectionKey: `OtherOne${index}` });
    await fleet.create(order);
    for (const { connectionKey } of fleet.list())
      fleet.find(connectionKey)?.setFaults(parseFaults({ serverErrors: 0.5 }));
    const draw = (key: string) => Array.from({ length: 50 }, () => fleet.find(key)?.httpFault());
    if (others > 0) draw('OtherOne0');
    return draw('MyDevice01');
  };
  const alone = await fatesOf(0, 1);
  expect(await fatesOf(3, 1)).toEqual(alone);
  expect(await fatesOf(0, 2)).not.toEqual(alone);
});
