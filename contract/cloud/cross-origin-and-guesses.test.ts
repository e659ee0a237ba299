/** What a page of another origin, and a client that guesses keys, can do with devices (docs/security.md). */
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { type RequestOptions, startCloud } from './running-cloud.ts';

const FOREIGN = 'https://pages.example.org';
const DEMO_KEYS = ['DemoHandy1', 'DemoOh0001'];

const as = (connectionKey: string, headers: RequestOptions['headers'] = {}) => ({
  headers: { 'x-connection-key': connectionKey, ...headers },
});

describe('the demo devices', () => {
  test.each(DEMO_KEYS)('%s does not exist for pages of other origins', async (key) => {
    const { ask } = await startCloud();
    for (const origin of [FOREIGN, 'null', 'http://127.0.0.1:1', 'http://localhost:5173']) {
      const options = as(key, { origin });
      for (const line of ['GET /info', 'PUT /hamp/start', 'PUT /hvp/start', 'GET /slider/state', 'PUT /hamp/stop'])
        expect([line, await ask(line, options)]).toEqual([
          line,
          expect.objectContaining({ json: (await ask(line, as('Nobody0001', { origin }))).json }),
        ]);
      expect((await ask('GET /connected', options)).json).toEqual({ result: { connected: false } });
    }
    expect((await ask('GET /mode', as(key))).json).toMatchObject({ result: { mode: 7 } });
  });

  test.each(DEMO_KEYS)('the event stream of %s discloses nothing to a page of another origin', async (key) => {
    const { port, ask } = await startCloud();
    const query = `?ck=${key}&apikey=x`;
    const asForeign = [
      await openEvents(port, query, { origin: FOREIGN }),
      await openEvents(port, query, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
      await openEvents(port, query, { 'sec-fetch-site': 'same-site' }),
      await openEvents(port, '?apikey=x', { origin: FOREIGN, 'x-connection-key': key }),
    ];
    for (const stream of asForeign)
      expect(await stream.next()).toMatchObject({ event: 'device_status', data: { data: { connected: false } } });
    const asOurs = await openEvents(port, query, { origin: `http://127.0.0.1:${port}` });
    expect(await asOurs.next()).toMatchObject({ data: { data: { connected: true } } });

    let received = false;
    for (const stream of asForeign)
      stream.next().then(
        () => {
          received = true;
        },
        () => undefined, // the stream ends with the test
      );
    await ask(`POST /_control/devices/${key}/do`, {
      body: JSON.stringify({ restartSession: true }),
      headers: { 'content-type': 'application/json' },
    });
    await asOurs.until('device_connected');
    await ask('GET /servertime');
    expect(received).toBe(false);
  });

  test('they exist for our own page, for programs, and for an address that a person types', async () => {
    const { ask, port } = await startCloud();
    const ours = [
      {},
      { origin: `http://127.0.0.1:${port}` },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of ours)
      expect((await ask('GET /connected', as('DemoHandy1', headers))).json).toEqual({ result: { connected: true } });
  });

  test('a device of one’s own is available to pages of every origin that have its key', async () => {
    const { ask } = await startCloud();
    const body = JSON.stringify({ model: 'handy', connectionKey: 'MyOwn00001' });
    await ask('POST /_control/devices', { body, headers: { 'content-type': 'application/json' } });
    const answer = await ask('PUT /hamp/start', as('MyOwn00001', { origin: FOREIGN }));
    expect(answer.json).toMatchObject({ result: { play_state: 1 } });
  });

  test('they exist on loopback only', async () => {
    const { ask } = await startCloud({ loopbackOnly: false });
    for (const key of DEMO_KEYS)
      expect((await ask('GET /connected', as(key))).json).toEqual({ result: { connected: false, known: false } });
  });
});

describe('requests that a page of another origin sends without an origin', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };

  test('our own surfaces refuse them', async () => {
    const { ask } = await startCloud();
    for (const path of ['/_control/devices', '/api/tactus/features'])
      for (const site of ['cross-site', 'same-site'])
        expect(await ask(`GET ${path}`, { headers: { ...foreign, 'sec-fetch-site': site } })).toMatchObject({
          status: 403,
          json: { error: { name: 'OriginNotAllowed' } },
        });
  });

  test('a link on another site still leads to the app', async () => {
    const { ask } = await startCloud();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' };
    for (const path of ['/app/hamp', '/api/docs', '/healthz'])
      expect((await ask(`GET ${path}`, { headers })).status).not.toBe(403);
  });
});

describe('guessing connection keys', () => {
  const key = (number: number) => `Guess${String(number).padStart(5, '0')}`;

  test('the 61st unknown key is 429 for a minute, whether or not the next key exists, and keys in use pass', async () => {
    const time = createFakeTime();
    const { ask } = await startCloud({ rateLimitPerMinute: 240 }, time);
    expect((await ask('GET /connected')).status).toBe(200);
    for (let number = 0; number < 60; number++) expect((await ask('GET /info', as(key(number)))).status).toBe(200);
    for (const guess of [key(60), 'DemoOh0001', 'chref:Guess00061']) {
      const refused = await ask('PUT /hamp/stop', as(guess));
      expect(refused).toMatchObject({
        status: 429,
        headers: { 'retry-after': '60' },
        json: {
          error: {
            name: 'TooManyRequests',
            message: 'Too many unknown connection keys from this address; try again in 60 s',
          },
        },
      });
    }
    expect((await ask(`GET /sse?ck=${key(62)}&apikey=x`, { asOwner: false })).status).toBe(429);
    for (const line of ['GET /info', 'PUT /hamp/start', 'PUT /hamp/stop']) expect((await ask(line)).status).toBe(200);
    expect((await ask('GET /info', as(key(0)))).status).toBe(200);
    await time.run(60_000);
    expect((await ask('GET /info', as('DemoOh0001'))).status).toBe(200);
  });

  test('guessing keys by making channels is limited too', async () => {
    const { ask } = await startCloud({ rateLimitPerMinute: 240 }, createFakeTime());
    const channelOf = (from: number) =>
      ask('POST /api/tactus/channels', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ connectionKeys: Array.from({ length: 30 }, (_, index) => key(from + index)) }),
      });
    expect((await channelOf(0)).status).toBe(201);
    expect((await channelOf(30)).status).toBe(201);
    expect((await channelOf(60)).status).toBe(429);
  });

  test('behind a proxy on this machine each address counts for itself, and a client cannot claim another’s', async () => {
    const { ask } = await startCloud(
      { rateLimitPerMinute: 240, siteUrl: 'https://tactus.example.org' },
      createFakeTime(),
    );
    const from = (number: number, forwarded: string) => as(key(number), { 'x-forwarded-for': forwarded });
    for (let number = 0; number < 60; number++) await ask('GET /info', from(number, `10.0.0.${number}, 192.0.2.1`));
    expect((await ask('GET /info', from(60, '10.0.0.1, 192.0.2.1'))).status).toBe(429);
    expect((await ask('GET /info', from(60, '192.0.2.1, 192.0.2.2'))).status).toBe(200);
    expect((await ask('GET /info', from(61, 'no address'))).status).toBe(200);

    const direct = await startCloud({ rateLimitPerMinute: 240 }, createFakeTime());
    for (let number = 0; number < 60; number++) await direct.ask('GET /info', from(number, `192.0.2.${number}`));
    expect((await direct.ask('GET /info', from(60, '192.0.2.60'))).status).toBe(429);
  });

  test.each([
    ['of its mode', 'PUT /hamp/stop', ''],
    ['by the idle mode', 'PUT /mode2', JSON.stringify({ mode: 7 })],
    ['among several', 'POST /api/tactus/stop', JSON.stringify({ connectionKeys: ['DemoHandy1', key(99)] })],
  ])(
    'a Stop %s from an address that guesses stops the device, and the answer is that of an unknown key',
    async (_, line, body) => {
      const { ask } = await startCloud(
        { rateLimitPerMinute: 10_000, siteUrl: 'https://tactus.example.org' },
        createFakeTime(),
      );
      const from = (address: string, connectionKey: string) => as(connectionKey, { 'x-forwarded-for': address });
      expect((await ask('PUT /hamp/start', from('192.0.2.1', 'DemoHandy1'))).status).toBe(200);
      for (let number = 0; number <= 60; number++) await ask('GET /info', from('192.0.2.2', key(number)));

      const stopOf = async (connectionKey: string) => {
        const { headers } = from('192.0.2.2', connectionKey);
        const { status, json } = await ask(line, { headers: { ...headers, 'content-type': 'application/json' }, body });
        return { status, json };
      };
      const ofNobody = await stopOf(key(98));
      const ofDevice = await stopOf('DemoHandy1');
      expect(ofDevice).toEqual(ofNobody);
      expect(JSON.stringify(ofDevice)).toContain('Too many unknown connection keys');
      const state = async () => (await ask('GET /hamp/state', from('192.0.2.1', 'DemoHandy1'))).json;
      await expect.poll(state).toMatchObject({ result: { play_state: 0 } });
      expect((await ask('GET /hamp/state', from('192.0.2.2', 'DemoHandy1'))).status).toBe(429);
    },
  );

  test('without a rate limit guesses are not counted', async () => {
    const { ask } = await startCloud({ rateLimitPerMinute: 0 });
    for (let number = 0; number < 100; number++)
      expect((await ask('GET /connected', as(key(number)))).status).toBe(200);
  });
});
