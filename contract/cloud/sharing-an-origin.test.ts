/** Requests of other origins, with wrong host names, and too many requests. */
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const FOREIGN = 'https://pages.example.org';

describe('pages of other origins', () => {
  test('a preflight is answered 204 with its own method and headers, for any origin and any path of the API', async () => {
    const { ask } = await startCloud();
    for (const path of ['/hamp/velocity', '/sse', '/no-such-call']) {
      const answer = await ask(`OPTIONS ${path}`, {
        asOwner: false,
        headers: {
          origin: FOREIGN,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type,x-api-key,x-connection-key',
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': FOREIGN,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type,x-api-key,x-connection-key',
        vary: 'Origin',
      });
    }
  });

  test('the requesting page may read answers and refusals alike, and X-Request-Id with them', async () => {
    const { ask } = await startCloud();
    for (const options of [{}, { asOwner: false }]) {
      const answer = await ask('GET /info', { ...options, headers: { origin: FOREIGN } });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': FOREIGN,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'X-Request-Id',
      });
    }
    expect((await ask('GET /info')).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('outside the device API a foreign origin is refused, and our own is not', async () => {
    const { ask, port } = await startCloud({ siteUrl: 'https://tactus.example.org', loopbackOnly: true });
    const lines = ['GET /config.json', 'GET /_control/devices', 'POST /api/tactus/virtual-devices', 'GET /app/'];
    for (const line of lines) {
      for (const origin of [FOREIGN, 'null', `https://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
        const answer = await ask(line, { headers: { origin } });
        expect([line, answer.status]).toEqual([line, 403]);
        expect(answer.json).toMatchObject({ error: { name: 'OriginNotAllowed' } });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
    for (const origin of [`http://127.0.0.1:${port}`, 'https://tactus.example.org'])
      expect((await ask('GET /config.json', { headers: { origin } })).status).toBe(200);
  });
});

describe('host names', () => {
  test('names that are not ours are refused everywhere', async () => {
    const { ask } = await startCloud();
    for (const line of ['GET /info', 'GET /config.json', 'GET /_control/devices', 'GET /healthz'])
      for (const host of ['evil.example.org', '127.0.0.1.example.org', '192.168.1.1', 'localhost.example.org'])
        expect(await ask(line, { headers: { host } })).toMatchObject({
          status: 403,
          json: { error: { name: 'HostNotAllowed', message: expect.stringContaining('TACTUS_SITE_URL') } },
        });
  });

  test('loopback names, the configured host, the site and the address of the connection are ours', async () => {
    const { ask, port } = await startCloud({ siteUrl: 'https://tactus.example.org', host: '127.0.0.1' });
    for (const host of [`localhost:${port}`, '127.0.0.1', '[::1]', 'app.localhost', 'LOCALHOST', 'tactus.example.org'])
      expect((await ask('GET /healthz', { headers: { host } })).status).toBe(200);
  });
});

describe('the rate limit', () => {
  test('240 requests a minute are answered, the next is 429 until the minute is over', async () => {
    const time = createFakeTime();
    const { ask } = await startCloud({ rateLimitPerMinute: 240 }, time);
    const first = await ask('GET /info');
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '240',
      'x-ratelimit-remaining': '239',
      'x-ratelimit-reset': '60',
    });
    for (let request = 1; request < 240; request++) expect((await ask('GET /mode')).status).toBe(200);
    await time.run(20_000);
    const refused = await ask('PUT /hamp/start');
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'retry-after': '40',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '40',
    });
    expect(refused.json).toEqual({
      error: { name: 'TooManyRequests', message: 'More than 240 requests in a minute; try again in 40 s' },
    });
    await time.run(40_000);
    expect((await ask('PUT /hamp/start')).status).toBe(200);
  });

  test("a device can be stopped when the minute is used up, except under the vendor's profile", async () => {
    const idle = { body: JSON.stringify({ mode: 7 }) };
    const { ask } = await startCloud({ rateLimitPerMinute: 1 }, createFakeTime());
    expect((await ask('PUT /hamp/start')).status).toBe(200);
    expect((await ask('PUT /hamp/velocity', { body: '{"velocity":1}' })).status).toBe(429);
    expect((await ask('PUT /hamp/stop')).json).toMatchObject({ result: { play_state: 0 } });
    expect((await ask('PUT /mode2', idle)).json).toMatchObject({ result: { mode: 7 } });
    const moveOfNoTime = { body: JSON.stringify({ xp: 0.5, t: 0, stop_on_target: true }) };
    expect((await ask('PUT /hdsp/xpt', moveOfNoTime)).status).toBe(200);
    expect((await ask('PUT /hdsp/xpt', { body: JSON.stringify({ xp: 0.5, t: 100 }) })).status).toBe(429);
    expect((await ask('PUT /mode2', { body: JSON.stringify({ mode: 0 }) })).status).toBe(429);
    expect((await ask('PUT /mode2', { body: 'null' })).status).toBe(429);

    const vendor = await startCloud({ rateLimitPerMinute: 1, profile: 'vendor' });
    expect((await vendor.ask('GET /mode')).status).toBe(200);
    expect((await vendor.ask('PUT /hamp/stop')).status).toBe(429);
  });

  test('each credential and each device is counted apart; server time and preflights are not counted', async () => {
    const { ask } = await startCloud({ rateLimitPerMinute: 1 }, createFakeTime());
    expect((await ask('GET /info')).status).toBe(200);
    expect((await ask('GET /info')).status).toBe(429);
    expect((await ask('GET /info', { headers: { 'x-api-key': 'another' } })).status).toBe(200);
    expect((await ask('GET /info', { headers: { 'x-connection-key': 'DemoOh0001' } })).status).toBe(200);
    for (let times = 0; times < 3; times++) {
      expect((await ask('GET /servertime')).status).toBe(200);
      expect((await ask('OPTIONS /info', { headers: { origin: FOREIGN } })).status).toBe(204);
    }
  });

  test('0 means no limit: nothing is counted, and the headers show nothing used', async () => {
    const { ask } = await startCloud({ rateLimitPerMinute: 0 });
    for (let count = 0; count < 245; count++) await ask('GET /mode');
    const unlimited = { 'x-ratelimit-limit': '240', 'x-ratelimit-remaining': '240', 'x-ratelimit-reset': '60' };
    expect(await ask('GET /info')).toMatchObject({ status: 200, headers: unlimited });
    expect((await ask('GET /servertime')).headers['x-ratelimit-limit']).toBeUndefined();
  });
});
