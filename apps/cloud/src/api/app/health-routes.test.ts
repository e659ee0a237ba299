import { createFakeTime } from '@tactus/time/testing';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../observability/logger.ts';
import { createMetrics } from '../../observability/metrics.ts';
import { openStore } from '../../store/database.ts';
import { mountObservability } from './health-routes.ts';

async function start() {
  const time = createFakeTime();
  const store = await openStore(':memory:');
  const levels = { streams: () => 0, devices: () => ({ connected: 0, offline: 0 }), leases: () => 0 };
  const ending = new AbortController();
  const server = Fastify();
  const log = createLog({ level: 'silent', time });
  mountObservability(server, { metrics: createMetrics(levels, time), store, ending, log, controlToken: 'token' });
  onTestFinished(() => server.close());
  const get = async (path: string) => {
    const { statusCode, body } = await server.inject(path);
    return [statusCode, JSON.parse(body).status];
  };
  return { store, ending, get };
}

test('a failed store makes the process not ready, and leaves it alive', async () => {
  const { store, get } = await start();
  expect(await get('/readyz')).toEqual([200, 'ok']);
  await store.destroy();
  expect([await get('/readyz'), await get('/livez')]).toEqual([
    [503, 'store'],
    [200, 'ok'],
  ]);
});

test('a process that begins to close is not ready any more', async () => {
  const { ending, get } = await start();
  ending.abort();
  expect([await get('/readyz'), await get('/livez'), await get('/healthz')]).toEqual([
    [503, 'closing'],
    [200, 'ok'],
    [200, 'ok'],
  ]);
});
