import { systemTime } from '@tactus/time';
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { asker, linkDevice, untilConnected } from '../link/linked-device.ts';
import { startDriver } from './drivers.ts';

/** More than twice the hold of a guest. */
const WATCHED_MS = 1_500;

test('an owner who takes over without a lease does not inherit the hold of the previous guest', async () => {
  const running = await startCloud();
  const { key, device } = await linkDevice(running);
  await untilConnected(running, key);
  const guest = await startDriver(running.url, key.connectionKey, 'guest', 'hamp');
  await guest.begin();
  expect(device.motion()).toBe('endless');
  const ask = asker(running, key);
  expect((await ask('PUT /hamp/start')).status).toBe(200);
  guest.stop();
  await systemTime.sleep(WATCHED_MS);
  expect(device.motion()).toBe('endless');
  await ask('PUT /hamp/stop');
  expect(device.motion()).toBe('none');
});
