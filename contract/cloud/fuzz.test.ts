/** Random requests over the whole contract never make the cloud fail, and every answer has a shape that is documented. */
import { calls, wireError } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { API, startCloud } from './running-cloud.ts';

const RUNS = 400;

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
);
const value = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);
const body = fc.oneof(
  fc.dictionary(field, value).map((fields) => JSON.stringify(fields)),
  fc.json(),
  fc.string(),
  fc.constant(''),
);
const header = fc.oneof(
  fc.constantFrom('DemoHandy1', 'DemoOh0001', 'NobodyHere1', 'chref:Abcdef12'),
  fc.string({ unit: 'grapheme-ascii' }),
);
const streamless = calls.filter(({ endpoint }) => endpoint.envelope !== 'stream');

test('no request makes it answer 5xx, and every answer has a documented shape', async () => {
  const time = createFakeTime();
  const { cloud } = await startCloud({}, time);
  const request = fc.record({
    call: fc.constantFrom(...streamless),
    body,
    query: fc.dictionary(field, fc.string(), { maxKeys: 3 }),
    key: fc.option(header, { nil: undefined }),
    credential: fc.option(header, { nil: undefined }),
    type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'nonsense'),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ call: { endpoint }, body: payload, query, key, credential, type }) => {
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
      else if ('error' in read) expect(wireError['~standard'].validate(read['error'])).not.toHaveProperty('issues');
      else expect(read).toEqual({ name: 'Bad request', message: expect.any(String) });
    }),
    { numRuns: RUNS, seed: 20 },
  );
});
