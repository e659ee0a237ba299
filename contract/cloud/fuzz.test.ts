/**
 * Random requests over the whole contract, at every model, never make the cloud fail or its memory grow; every answer has a
 * documented form, and afterwards every device still answers. 400 requests of one seed in an ordinary run;
 * `TACTUS_DEEP_REQUESTS` sets another number for each of twenty seeds (`npm run deep`: 5000).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { calls, wireErrorSchema } from '@tactus/protocol';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { modelNames } from '@tactus/virtual-device';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { API, type RunningCloud, startCloud } from './running-cloud.ts';

const DEEP_REQUESTS = Number(process.env['TACTUS_DEEP_REQUESTS'] ?? 0);
const SEEDS = Array.from({ length: DEEP_REQUESTS > 0 ? 20 : 1 }, (_, place) => 20 + place);
const REQUESTS = DEEP_REQUESTS || 400;
const TIMEOUT_MS = 60_000 + SEEDS.length * REQUESTS * 20;

/** Devices are restored after this many requests: a reboot into another connection mode takes one offline for good. */
const RESTORE_EVERY = 200;
const SETTLE_MS = 10_000;

/** Growth of the heap that is still tolerated; a request may leave far less than a kilobyte for good. */
const HEAP_GROWTH_MAX = 1.1;

const JSON_TYPE = { 'content-type': 'application/json' };
const keys = modelNames.map((_, index) => `FuzzDevice${index}`);

const field = fc.constantFrom(
  'velocity',
  'min',
  'max',
  'mode',
  'offset',
  'xp',
  'va',
  't',
  'points',
  'url',
  'add',
  'ttl',
  's',
  'ck',
  'events',
  '__proto__',
  'constructor',
  'streamId',
  'start_time',
  'server_time',
  'current_time',
  'playback_rate',
  'loop',
  'connection_mode',
  'wifi',
  'ble',
  'stream_id',
  'amplitude',
  'frequency',
  'version',
  'timeout',
);
const value = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.nat(5),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);
const body = fc.oneof(
  fc.dictionary(field, value).map((fields) => JSON.stringify(fields)),
  fc.json(),
  fc.string(),
  fc.constantFrom('', `${'{"add":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
);
const reference = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...keys) },
  { weight: 1, arbitrary: fc.constantFrom('NobodyHere1', 'chref:Abcdef12', 'DemoHandy1') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii' }) },
);
const streamless = calls.filter(({ endpoint }) => endpoint.envelope !== 'stream');
const anyRequest = fc.record({
  call: fc.constantFrom(...streamless),
  body,
  query: fc.dictionary(field, fc.string(), { maxKeys: 3 }),
  key: fc.option(reference, { nil: undefined }),
  credential: fc.oneof({ weight: 4, arbitrary: fc.constant('any') }, fc.option(reference, { nil: undefined })),
  type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'nonsense'),
  passesMs: fc.constantFrom(0, 0, 0, 0, 10, 500),
});

test(
  `${SEEDS.length * REQUESTS} requests: none answers 5xx, all answer in a documented shape, and every device still answers`,
  async () => {
    const time = createFakeTime();
    const running = await startCloud({}, time);
    for (const [index, model] of modelNames.entries())
      await control(running, 'POST /_control/devices', { model, connectionKey: keys[index] });

    const heaps: number[] = [];
    let count = 0;
    for (const seed of SEEDS) {
      await fc.assert(
        fc.asyncProperty(anyRequest, async (request) => {
          await askAndCheck(running, request);
          count += 1;
          if (request.passesMs > 0) await time.run(request.passesMs);
          if (count % RESTORE_EVERY === 0) await restore(running, time);
        }),
        { numRuns: REQUESTS, seed },
      );
      heaps.push(heapBytes());
    }

    await restore(running, time);
    for (const key of keys) await expectToAnswer(running, key);
    // The first seeds compile code and fill bounded caches.
    const [early = Number.NaN] = heaps.slice(2);
    if (heaps.length > 3) expect((heaps.at(-1) ?? Number.NaN) / early).toBeLessThan(HEAP_GROWTH_MAX);
  },
  TIMEOUT_MS,
);

type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer R> ? R : never;

async function askAndCheck({ cloud }: RunningCloud, request: AnyRequest): Promise<void> {
  const { call, body: payload, query, key, credential, type } = request;
  const { endpoint } = call;
  const answer = await cloud.inject({
    method: endpoint.method,
    url: `${API}${endpoint.path}?${new URLSearchParams(query)}`,
    headers: {
      host: 'localhost',
      'content-type': type,
      ...(key !== undefined && { 'x-connection-key': key }),
      ...(credential !== undefined && { 'x-api-key': credential }),
    },
    ...(endpoint.method === 'PUT' && { payload }),
  });
  expect(answer.statusCode).toBeLessThan(500);
  const read = answer.json() as Record<string, unknown>;
  if (answer.statusCode === 200 && endpoint.envelope === 'bare') expect(read).toHaveProperty('server_time');
  else if (answer.statusCode === 200 && 'result' in read)
    expect(endpoint.result['~standard'].validate(read['result'])).not.toHaveProperty('issues');
  else if ('error' in read) expect(wireErrorSchema['~standard'].validate(read['error'])).not.toHaveProperty('issues');
  else expect(read).toEqual({ name: 'Bad request', message: expect.any(String) });
}

/** Brings every device online again, as their power buttons would. */
async function restore(running: RunningCloud, time: FakeTime): Promise<void> {
  await time.run(SETTLE_MS);
  for (const key of keys) await control(running, `PUT /_control/devices/${key}/connected`, { connected: true });
  await time.run(SETTLE_MS);
}

async function expectToAnswer({ cloud }: RunningCloud, key: string): Promise<void> {
  const headers = { host: 'localhost', 'x-api-key': 'any', 'x-connection-key': key };
  const ask = async (path: string) => (await cloud.inject({ url: `${API}${path}`, headers })).json() as unknown;
  expect(await ask('/connected')).toEqual({ result: { connected: true } });
  expect(await ask('/mode')).toMatchObject({ result: { mode: expect.any(Number) } });
}

async function control({ cloud }: RunningCloud, line: string, payload: object): Promise<void> {
  const [method, url = ''] = line.split(' ');
  const answer = await cloud.inject({
    method: method === 'PUT' ? 'PUT' : 'POST',
    url,
    headers: { host: 'localhost', ...JSON_TYPE },
    payload,
  });
  expect(answer.statusCode).toBeLessThan(300);
}

/** Live bytes on the heap. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag provides it
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
