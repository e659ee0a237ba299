import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createClient } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import { createScriptedCloud, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { createCloudClock } from './cloud-clock.ts';

const AHEAD_MS = 54_321;

function setUp({ seed = 1, driftPpm = 0 } = {}) {
  const time = createFakeTime();
  const random = createRandom(seed);
  const cloud = createScriptedCloud();
  const wayMs = () => 10 + random.exponential(3);
  const trueMs = () => time.monotonic() * (1 + driftPpm * 1e-6) + AHEAD_MS;
  let failure: DeviceError | undefined;
  cloud.on('GET /servertime', async () => {
    await time.sleep(wayMs());
    if (failure) throw failure;
    const server_time = Math.floor(trueMs());
    await time.sleep(wayMs());
    return { server_time };
  });
  const client = createClient({ baseUrl: SCRIPTED_BASE, fetch: cloud.fetch, time });
  const clock = createCloudClock({ client, time });
  return {
    ...{ time, clock, cloud },
    offByMs: () => Math.abs(clock.serverAt() - trueMs()),
    fail(next: DeviceError | undefined) {
      failure = next;
    },
  };
}

test('is unknown until it was read, and resolves when it is known', async () => {
  const { time, clock, offByMs } = setUp();
  expect([clock.serverAt(), clock.error()]).toEqual([Number.NaN, undefined]);
  const known = clock.known();
  await time.run(1_000);
  await known;
  await clock.known();
  expect(offByMs()).toBeLessThan(3);
  expect(clock.error()?.asymmetryMs).toBeGreaterThan(10);
  clock.close();
});

test.each([1, 2, 3])('follows a clock that drifts, seed %d', async (seed) => {
  const { time, clock, offByMs } = setUp({ seed, driftPpm: 40 });
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await time.run(60_000);
    expect(offByMs()).toBeLessThan(2);
  }
  clock.close();
});

test('reads again after a failure, and not after it is closed', async () => {
  const { time, clock, cloud, fail } = setUp();
  fail(new DeviceError('network', 'Gone'));
  await time.run(3_000);
  expect(clock.error()).toBeUndefined();
  fail(undefined);
  await time.run(10_000);
  expect(clock.error()).toBeDefined();
  clock.close();
  const before = cloud.requests.length;
  await time.run(60_000);
  expect(cloud.requests).toHaveLength(before);
});

test('closed before it is known, it rejects', async () => {
  const { clock } = setUp();
  const known = clock.known();
  clock.close();
  await expect(known).rejects.toMatchObject({ code: 'aborted' });
});

test('asked for after it was closed without being known, it rejects', async () => {
  const { time, clock } = setUp();
  clock.close();
  const errors: unknown[] = [];
  clock.known().catch((error: unknown) => errors.push(error));
  await time.run(1_000);
  expect(errors).toMatchObject([{ code: 'aborted' }]);
});
