/**
 * A database that is killed under a cloud, or hangs: what must be stored is answered with 503 and a sentence, what takes a right away takes
 * effect, the rest goes on, and all of it works again once the database is back.
 */
import { createRandom, systemTime } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from '../cloud.ts';
import { defaultConfig } from '../config/config.ts';

import { documented } from '../testing/expect-documented.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { effectFirst, storedFirst } from '../testing/stored-operations.ts';
import { type Answered, OWNER, type Send, sendTo } from '../testing/stored-requests.ts';

const AWAY = 'The database of this server does not answer, and the request may not be stored. Try again in a moment.';

/** The sentence of a refusal, in the form of either API. */
const sentenceOf = ({ json }: Answered): string => json.error.message ?? json.error;

async function startWorld(server: PostgresServer) {
  const databaseUrl = await server.makeDatabase();
  const config = defaultConfig({ dataDir: ':memory:', databaseUrl, rateLimitPerMinute: 0 });
  const cloud = await createCloud({ config, time: createFakeTime(), random: createRandom(1) });
  onTestFinished(() => cloud.close());
  return documented(sendTo(cloud));
}

test('without its database the cloud goes on, says what it cannot store, and recovers by itself', async () => {
  const server = await startPostgres(onTestFinished);
  const send = await startWorld(server);
  /** What is about the sharing of the one device needs a world of its own. */
  const worldOf = (name: string) => (/share|guest|control/.test(name) ? startWorld(server) : send);
  const first = await Promise.all(
    Object.entries(storedFirst).map(async ([name, prepare]) => ({ name, ...(await prepare(await worldOf(name))) })),
  );
  const effects = await Promise.all(
    Object.entries(effectFirst).map(async ([name, { prepare, ...effect }]) => {
      return { name, ...effect, ...(await prepare(await worldOf(name))) };
    }),
  );
  expect(first.length + effects.length).toBeGreaterThan(20);
  await server.kill();

  for (const { name, run } of first) {
    const answer = await run();
    expect([name, answer.status, sentenceOf(answer)]).toEqual([name, 503, AWAY]);
  }
  for (const { name, says, isSo, run, look } of effects) {
    const answer = await run();
    expect([name, answer.status]).toEqual([name, 503]);
    expect(sentenceOf(answer)).toContain(says);
    expect(sentenceOf(answer)).toContain(', but that is not stored: the database of this server does not answer.');
    expect([name, isSo(await look())]).toEqual([name, true]);
  }
  await expectCommands(send);
  expect([(await send('GET /livez')).status, (await send('GET /readyz')).status]).toEqual([200, 503]);

  await server.restart();
  await expect.poll(async () => (await send('GET /readyz')).status).toBe(200);
  for (const { name, run } of first) expect([name, (await run()).status < 300]).toEqual([name, true]);
}, 120_000);

test('where the database hangs, requests that need it are refused within five seconds, and commands go on meanwhile', async () => {
  const server = await startPostgres(onTestFinished);
  const send = await startWorld(server);
  const store = () => send('POST /api/tactus/channels', {}, { connectionKeys: ['First00001'] });
  expect((await store()).status).toBe(201);
  server.signal('SIGSTOP');
  const startedMs = systemTime.monotonic();
  let answered = 0;
  const refused = Array.from({ length: 5 }, () => store().finally(() => answered++));
  await expectCommands(send);
  expect([answered, (await send('GET /livez')).status]).toEqual([0, 200]);
  for (const answer of await Promise.all(refused)) expect([answer.status, sentenceOf(answer)]).toEqual([503, AWAY]);
  expect(systemTime.monotonic() - startedMs).toBeLessThan(5_500);
  await expectCommands(send);

  server.signal('SIGCONT');
  await expect.poll(async () => (await store()).status).toBe(201);
}, 120_000);

/** Commands, a Stop and reads are answered by the device. */
async function expectCommands(send: Send): Promise<void> {
  for (const line of ['PUT hamp/start', 'PUT hamp/stop', 'GET info', 'GET hamp/state']) {
    const [method, path] = line.split(' ');
    expect((await send(`${method} /api/handy-rest/v3/${path}`, OWNER)).json).toHaveProperty('result');
  }
}
