/** A device program that is older than the `hold` frame, under a cloud that is killed: the restarted cloud stops its device. */
import { spawn } from 'node:child_process';
import { systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { FROZEN, frozenPath } from '../frozen/frozen.ts';
import { startMortalCloud } from './cloud-world.ts';
import { type Rank, send, startDriver } from './drivers.ts';

const POLL = { interval: 50, timeout: 60_000 };
const BACK_AFTER_MS = 1_000;
const WATCHED_MS = 2_000;

const CASES = FROZEN.flatMap((build) => (['guest', 'lease'] as const).map((rank): [string, Rank] => [build, rank]));

test.each(CASES)(
  'the program of %s is stopped once its killed cloud has restarted: motion of a %s',
  async (build, rank) => {
    const cloud = await startMortalCloud();
    const enrolled = await send(cloud.origin, 'POST /api/tactus/device-keys', {});
    const [key, secret] = [String(enrolled.connectionKey), String(enrolled.secret)];
    const program = frozenPath(build, 'tactus-device.mjs');
    const args = [program, '--url', cloud.origin, '--key', key, '--secret', secret];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));

    const owner = { 'x-api-key': 'any-id', 'x-connection-key': key };
    const isLinked = async () =>
      (await send(cloud.origin, 'GET /api/handy-rest/v3/connected', owner)).result.connected === true;
    const speed = async () =>
      Math.abs((await send(cloud.origin, 'GET /api/handy-rest/v3/slider/state', owner)).result.speed_absolute);
    await expect.poll(isLinked, POLL).toBe(true);
    const driver = await startDriver(cloud.origin, key, rank, 'hamp');
    await driver.begin();
    await expect.poll(speed, POLL).toBeGreaterThan(0);

    cloud.run().child.kill('SIGKILL');
    await cloud.run().exit;
    driver.stop();
    await systemTime.sleep(BACK_AFTER_MS);
    await cloud.begin();
    await expect.poll(isLinked, POLL).toBe(true);
    await expect.poll(speed, { interval: 50, timeout: 3_000 }).toBe(0);
    const { mode } = (await send(cloud.origin, 'GET /api/handy-rest/v3/mode', owner)).result;
    expect(mode).toBe(7);
    await systemTime.sleep(WATCHED_MS);
    expect(await speed()).toBe(0);
  },
);
