import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { createCloudParts } from '../../create-cloud-parts.ts';
import { openFaultyStore } from '../../testing/faulty-store.ts';

const KEY = 'HeldDevice1';

test('a device at rest is removed from the store also where the store refused at first', async () => {
  const time = createFakeTime();
  const { store, fill, clear, hasFailed } = await openFaultyStore();
  onTestFinished(() => store.destroy());
  const config = defaultConfig({ dataDir: ':memory:' });
  const { devices, leases } = await createCloudParts({ config, time, random: createRandom(1), store });
  const device = createVirtualDevice({ connectionKey: KEY, model: 'handy', time, random: createRandom(2) });
  devices.add({ ...device, hold: () => undefined });
  const stored = () => store.selectFrom('driven_devices').select('connection_key').execute();

  const request = { holder: 'tab', rank: 'owner', ttlMs: 10_000, closedMs: 10_000 } as const;
  expect(leases.request(KEY, request, () => () => undefined)).toMatchObject({ lease: expect.any(String) });
  await time.settle();
  expect(await stored()).toEqual([{ connection_key: KEY }]);

  fill();
  await time.run(20_000);
  expect([hasFailed(), await stored()]).toEqual([true, [{ connection_key: KEY }]]);
  clear();
  await time.run(31_000);
  expect(await stored()).toEqual([]);
});
