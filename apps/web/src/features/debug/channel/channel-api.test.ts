import { expect, test } from 'vitest';
import type { DeviceCloud } from '../../../device/linked/followers.ts';
import { createChannel, endChannel } from './channel-api.ts';

/** A cloud that the test plays, and the requests to it. */
function cloudThat(answers: () => Response, apiBase = 'https://cloud.invalid/api/handy-rest/v3') {
  const requests: { line: string; body: unknown; headers: object }[] = [];
  const cloud: DeviceCloud = {
    apiBase,
    apiKey: 'app',
    features: { channels: true },
    openDevice: () => {
      throw new Error('No device is opened here');
    },
    fetch: async (url, init) => {
      requests.push({ line: `${init.method} ${url}`, body: init.body, headers: { ...init.headers } });
      return answers();
    },
  };
  return { cloud, requests };
}

test('a channel is made of keys beside the device API, and ended by its own secret', async () => {
  const { cloud, requests } = cloudThat(() => Response.json({ channel: 'chref:Abc', secret: 's' }));
  const made = await createChannel(cloud, ['DemoHandy1']);
  expect(made).toEqual({ channel: 'chref:Abc', secret: 's' });
  await endChannel(cloud, made);
  expect(requests).toMatchObject([
    {
      line: 'POST https://cloud.invalid/api/tactus/channels',
      body: '{"connectionKeys":["DemoHandy1"]}',
      headers: { 'X-Api-Key': 'app' },
    },
    {
      line: 'DELETE https://cloud.invalid/api/tactus/channels/chref%3AAbc',
      headers: { Authorization: 'Bearer s' },
    },
  ]);
});

test.each([
  [() => Response.json({ error: { name: 'InsufficientStorage', message: 'no room' } }, { status: 507 }), 'no room'],
  [() => Response.json({ error: { name: 'BadRequest', message: 'not a key' } }, { status: 400 }), 'not a key'],
  [() => new Response('gone', { status: 502 }), 'HTTP 502'],
  [() => Response.json({ channel: 7 }), 'HTTP 200'],
])('a refusal of the cloud becomes an error', async (answer, expected) => {
  const { cloud, requests } = cloudThat(answer, '/api/handy-rest/v3');
  await expect(createChannel(cloud, ['DemoHandy1'])).rejects.toThrow(expected);
  expect(requests[0]?.line).toBe('POST /api/tactus/channels');
});
