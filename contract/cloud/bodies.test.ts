/** Bodies that are JSON and no object, sent over the wire to every route of ours that accepts a body. */
import { expect, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const ROUTES = [
  'POST /api/tactus/virtual-devices',
  'POST /api/tactus/channels',
  'PUT /api/tactus/channels/any',
  'DELETE /api/tactus/channels/any',
  'POST /api/tactus/streams',
  'POST /api/tactus/streams/any/points',
  'POST /api/tactus/streams/any/close',
  'DELETE /api/tactus/streams/any',
  'POST /api/tactus/leases',
  'PUT /api/tactus/leases/any',
  'DELETE /api/tactus/leases/any',
  'POST /api/tactus/stop',
  'POST /api/tactus/device-keys',
  'DELETE /api/tactus/device-keys',
  'POST /api/tactus/shares',
  'PATCH /api/tactus/shares/any',
  'DELETE /api/tactus/shares/any',
  'DELETE /api/tactus/shares/any/sessions/any',
  'POST /api/tactus/shares/any/sessions',
  'DELETE /api/tactus/shares/session',
  'POST /api/tactus/shares/control',
  'PUT /api/tactus/shares/control',
  'DELETE /api/tactus/shares/control',
  'POST /api/tactus/shares/control/ask',
  'DELETE /api/tactus/shares/control/ask',
  'POST /api/tactus/shares/control/hand',
  'POST /api/tactus/groups',
  'POST /api/tactus/groups/any/sessions',
  'PUT /api/tactus/groups/session/report',
  'DELETE /api/tactus/groups/session',
  'PUT /api/tactus/groups/script',
  'PUT /api/tactus/groups/timeline',
  'DELETE /api/tactus/groups/people/any',
  'POST /_control/devices',
  'DELETE /_control/devices/DemoHandy1',
  'PUT /_control/devices/DemoHandy1/faults',
  'PUT /_control/devices/DemoHandy1/connected',
  'POST /_control/devices/DemoHandy1/do',
  'PUT /_control/devices/DemoHandy1/script',
  'DELETE /_control/devices/DemoHandy1/script',
  'POST /_control/devices/DemoHandy1/update-link',
];

/** Actions may come as a list, which must not be empty. */
const messageOf = (line: string) =>
  line.endsWith('/do') ? expect.stringMatching(/action|JSON object/) : 'The body must be a JSON object';

const headers = { 'content-type': 'application/json' };

test('a body that is a list, null, a number or a text gets a 400 with a sentence on every route of ours', async () => {
  const { ask } = await startCloud();
  for (const line of ROUTES)
    for (const body of ['[]', 'null', '7', '"text"', '[{"model":"handy"}]']) {
      const answer = await ask(line, { headers: { ...headers, 'content-length': String(body.length) }, body });
      expect([line, body, answer.status, answer.json]).toEqual([
        ...[line, body, 400],
        { error: expect.objectContaining({ name: 'BadRequest', message: messageOf(line) }) },
      ]);
    }
  const listed = (await ask('GET /_control/devices')).json as { devices: { connectionKey: string }[] };
  expect(listed.devices.map(({ connectionKey }) => connectionKey)).toEqual(['DemoHandy1', 'DemoOh0001']);
});

test('limits of a share that are a list or null get a 400, and a missing body counts as none', async () => {
  const { ask } = await startCloud();
  for (const body of ['{"limits":[]}', '{"limits":null}', '{"limits":{"stroke":[]}}', '{"limits":{"stroke":null}}'])
    expect([body, await ask('POST /api/tactus/shares', { headers, body })]).toEqual([
      body,
      expect.objectContaining({ status: 400, json: { error: expect.objectContaining({ name: 'BadRequest' }) } }),
    ]);
  expect((await ask('GET /api/tactus/shares')).json).toMatchObject({ shares: [] });
  expect((await ask('POST /api/tactus/shares', { headers, body: '' })).status).toBe(201);
  expect((await ask('POST /api/tactus/shares')).status).toBe(201);
});
