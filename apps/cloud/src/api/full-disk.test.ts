/**
 * A full disk at every write of every request that is stored: it is answered with 507 and a sentence, nothing is half
 * done, and the same request succeeds once there is room. What needs no store goes on.
 */
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createCloud } from '../cloud.ts';
import { defaultConfig } from '../config/config.ts';
import { documented } from '../testing/expect-documented.ts';
import { openFaultyStore } from '../testing/faulty-store.ts';
import { effectFirst, storedFirst } from '../testing/stored-operations.ts';
import { type Answered, made, sendTo } from '../testing/stored-requests.ts';

const FULL = 'The disk of this server is full, and nothing was stored. Try again once there is room.';

async function startWorld() {
  const time = createFakeTime();
  const { store, ...faults } = await openFaultyStore();
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0 });
  const cloud = await createCloud({ config, time, random: createRandom(1), store });
  onTestFinished(() => cloud.close());
  /** Every row of the store. */
  async function rows(): Promise<string> {
    const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(store);
    const all = await Promise.all(tables.rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(store)));
    return JSON.stringify(all.map((table) => table.rows));
  }
  return { cloud, time, ...faults, send: documented(sendTo(cloud)), rows };
}

/** The sentence of a refusal, in the form of either API. */
const sentenceOf = ({ json }: Answered): string => json.error.message ?? json.error;

let points = 0;

test.each(Object.entries(storedFirst))('%s: wherever the disk is full, nothing is half done', async (_, prepare) => {
  const { time, failAfter, clear, hasFailed, send, rows } = await startWorld();
  for (let writes = 0; ; writes++) {
    const { run, look } = await prepare(send);
    await time.settle();
    const before = [await rows(), (await look()).text];
    failAfter(writes);
    const answer = await run();
    clear();
    if (!hasFailed()) {
      expect([writes > 0, answer.status < 300]).toEqual([true, true]);
      return;
    }
    points += 1;
    expect([answer.status, sentenceOf(answer)]).toEqual([507, FULL]);
    await time.settle();
    expect([await rows(), (await look()).text]).toEqual(before);
    expect((await run()).status).toBeLessThan(300);
  }
});

test.each(Object.entries(effectFirst))(
  '%s: on a full disk that takes effect, the answer says that it is not stored, and it is stored later',
  async (_, { says, isSo, prepare }) => {
    const { time, fill, clear, hasFailed, send, rows } = await startWorld();
    const { run, look } = await prepare(send);
    await time.settle();
    const before = await rows();
    fill();
    const answer = await run();
    points += 1;
    expect([answer.status, hasFailed()]).toEqual([507, true]);
    expect(sentenceOf(answer)).toContain(says);
    expect(sentenceOf(answer)).toContain(
      ', but that is not stored: the disk of this server is full. A restart of the server would undo it; the server tries to store it again.',
    );
    expect([isSo(await look()), await rows()]).toEqual([true, before]);
    clear();
    await time.run(5_900);
    expect(await rows()).not.toBe(before);
  },
);

test('on a full disk commands, Stops, reads and holds of virtual devices go on', async () => {
  const { fill, send } = await startWorld();
  const owner = { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' };
  fill();
  const lines = ['PUT hamp/start', 'PUT hamp/stop', 'GET info', 'GET hamp/state'];
  for (const line of lines) {
    const [method, path] = line.split(' ');
    expect((await send(`${method} /api/handy-rest/v3/${path}`, owner)).json).toHaveProperty('result');
  }
  const lease = await send('POST /api/tactus/leases', owner, { holder: 'tab', rank: 'owner', ttlMs: 10_000 });
  expect(lease.status).toBe(201);
  expect((await send('POST /api/tactus/channels', {}, { connectionKeys: ['First00001'] })).status).toBe(507);
});

test('on a full disk a cloud with a lease closes: its streams end, and nothing listens any more', async () => {
  const { cloud, time, fill, hasFailed, send } = await startWorld();
  const device = createVirtualDevice({ connectionKey: 'HeldDevice1', model: 'handy', time, random: createRandom(2) });
  onTestFinished(() => device.close());
  cloud.link({ ...device, hold: () => undefined });
  const owner = { 'x-api-key': 'any-id', 'x-connection-key': 'HeldDevice1' };
  await made(send('POST /api/tactus/leases', owner, { holder: 'tab', rank: 'owner', ttlMs: 10_000 }));
  const { url } = await cloud.listen();
  const stream = await fetch(`${url}/api/handy-rest/v3/sse`, { headers: owner });
  fill();
  await cloud.close();
  expect(hasFailed()).toBe(true);
  expect(await stream.text()).toMatch(/^retry: \d+$/m);
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
});

afterAll(() => expect(points).toBeGreaterThanOrEqual(50));
