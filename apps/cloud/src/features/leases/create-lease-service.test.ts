import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { createCloudParts } from '../../create-cloud-parts.ts';
import type { LeaseGrant } from './lease-manager.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

test('tidying up removes a lease that ended a day ago, and none that is held', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const time = createFakeTime();
  const config = defaultConfig({ dataDir: ':memory:' });
  const { leases, store } = await createCloudParts({ config, time, random: createRandom(1) });
  onTestFinished(() => store.destroy());
  const numbers: WeakRef<object>[] = [];
  const grant = (connectionKey: string) => {
    const sender = { callerId: 'a', numbers: [{ client: 'a', number: 1 }] };
    numbers.push(new WeakRef(sender.numbers));
    const request = { holder: 'tab', rank: 'owner', sender, ttlMs: 2 * DAY_MS, closedMs: 2 * DAY_MS } as const;
    return leases.request(connectionKey, request, () => () => undefined) as LeaseGrant; // nobody else holds it
  };
  const ended = grant('Device0001');
  leases.letGo(ended.lease, ended.secret);
  grant('Device0002');

  time.advance(DAY_MS);
  await leases.tidy();
  await time.settle();
  collectGarbage();
  expect(numbers.map((reference) => reference.deref() === undefined)).toEqual([true, false]);
  expect(leases.isHeld('Device0002')).toBe(true);
});
