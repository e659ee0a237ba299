/** Content types of bodies: whatever type a client states, the body is read as JSON. */
import { expect, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const body = (value: unknown) => JSON.stringify(value);

test.each([
  'application/json; charset=utf-8',
  'application/vnd.example+json',
  'application/octet-stream',
  'text/plain',
  'multipart/form-data',
  'json',
  'JSON; charset=utf-8',
  'application/json, application/json',
  'application/json;',
  'application/',
  ';',
  '*/*',
  '',
  undefined,
])('JSON of type %j is read, by the device API and by what is ours', async (type) => {
  const { ask } = await startCloud();
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const velocity = { body: body({ velocity: 0.4 }), headers };
  expect((await ask('PUT /hamp/velocity', velocity)).json).toMatchObject({ result: { velocity: 0.4 } });
  const oh = { body: body({ model: 'oh' }), headers };
  expect((await ask('POST /api/tactus/virtual-devices', oh)).json).toMatchObject({ model: 'oh' });
  expect((await ask('POST /_control/devices', oh)).json).toMatchObject({ model: 'oh' });
  expect((await ask('PUT /hamp/start', { headers })).json).toMatchObject({ result: { play_state: 1 } });
});

test('a text that is no JSON, one that is no object, and one with a __proto__ are refused, whatever their type', async () => {
  const { ask } = await startCloud();
  for (const type of ['application/json', 'json', 'text/plain'])
    for (const text of ['{', '"oh"', '{"__proto__":{"model":"oh"}}']) {
      const sent = { body: text, headers: { 'content-type': type } };
      expect([text, (await ask('PUT /hamp/velocity', sent)).status]).toEqual([text, 400]);
      expect([text, (await ask('POST /_control/devices', sent)).status]).toEqual([text, 400]);
    }
});
