/**
 * Leniency towards clients that were written for the vendor's cloud, and the forms that this cloud sends them. Pages of other
 * origins and guessed keys have `cross-origin-and-guesses.test.ts`.
 */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { CloudConfig } from '@tactus/cloud';
import { createRandom, systemTime } from '@tactus/time';
import { createVirtualDevice } from '@tactus/virtual-device';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { API, type RunningCloud, startCloud } from './running-cloud.ts';

const body = (value: unknown) => ({ body: JSON.stringify(value) });
const random = createRandom(1);

const POINTS = [
  { t: 0, x: 10 },
  { t: 60_000, x: 90 },
];

const modeOf = async ({ ask }: RunningCloud, key = 'DemoHandy1') =>
  ((await ask('GET /mode', { headers: { 'x-connection-key': key } })).json as { result: { mode: number } }).result.mode;

describe('names', () => {
  test('points are accepted with tail_point_threshold and camel-case forms: streamId, startTime and tailPointStreamIndex', async () => {
    const { ask } = await startCloud();
    expect((await ask('PUT /hsp/setup', body({ streamId: 77 }))).json).toMatchObject({ result: { stream_id: 77 } });
    const added = await ask('PUT /hsp/add', body({ points: POINTS, tailPointStreamIndex: 2, tailPointThreshold: 1 }));
    expect(added.json).toMatchObject({
      result: { points: 2, tail_point_stream_index: 2, tail_point_stream_index_threshold: 1 },
    });
    for (const name of ['tailPointThreshold', 'tail_point_threshold'])
      expect((await ask('PUT /hsp/threshold', body({ [name]: 2 }))).json).toMatchObject({
        result: { tail_point_stream_index_threshold: 2 },
      });
    for (const name of ['startTime', 'start_time'])
      expect((await ask('PUT /hsp/play', body({ [name]: 0 }))).json).toMatchObject({ result: { play_state: 1 } });
  });

  test('a token is issued for ck or to, and answered wrapped', async () => {
    const { ask } = await startCloud();
    for (const query of ['ck=DemoHandy1', 'to=DemoHandy1', 'ck=DemoHandy1&to=DemoHandy1']) {
      const issued = await ask(`GET /auth/token/issue?${query}`, { asOwner: false, headers: { 'x-api-key': 'app' } });
      const { result } = issued.json as { result: { token: string } };
      expect(result).toMatchObject({ token_ref: expect.any(String), renew: expect.any(String) });
      const asToken = (key: string) => ({ headers: { 'x-api-key': result.token, 'x-connection-key': key } });
      expect((await ask('GET /info', asToken('DemoHandy1'))).status).toBe(200);
      expect((await ask('GET /info', asToken('DemoOh0001'))).status).toBe(403);
    }
  });

  test('xpvp accepts vp or va, from 0 to 1, and refuses larger values with the reason', async () => {
    const { ask } = await startCloud();
    for (const speed of ['vp', 'va'])
      expect((await ask('PUT /hdsp/xpvp', body({ xp: 0.5, [speed]: 0.5 }))).json).toEqual({ result: 'ok' });
    for (const [field, input] of [
      ['xp', { xp: 50, vp: 0.5 }],
      ['vp', { xp: 0.5, vp: 50 }],
    ] as const) {
      const refused = await ask('PUT /hdsp/xpvp', body(input));
      expect(refused).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining(field) } } });
    }
  });

  test('a stroke with one side leaves the other unchanged', async () => {
    const { ask } = await startCloud();
    expect((await ask('PUT /slider/stroke', body({ min: 0.2, max: 0.8 }))).status).toBe(200);
    expect((await ask('PUT /slider/stroke', body({ max: 0.6 }))).json).toMatchObject({
      result: { min: 0.2, max: 0.6 },
    });
    expect((await ask('PUT /slider/stroke', body({ min: 0.1 }))).json).toMatchObject({
      result: { min: 0.1, max: 0.6 },
    });
  });
});

describe('answers and events', () => {
  test('frames are named, and hold the key and the data', async () => {
    const { port, ask } = await startCloud();
    const stream = await openEvents(port, '?ck=DemoHandy1&apikey=x');
    await stream.next();
    await ask('PUT /hamp/start');
    const frame = (await stream.until('hamp_state_changed')).at(-1);
    expect(frame?.data).toEqual({ connection_key: 'DemoHandy1', data: expect.objectContaining({ play_state: 1 }) });
  });

  test('pause and resume answer wrapped', async () => {
    const { ask } = await startCloud();
    await ask('PUT /hsp/setup');
    await ask('PUT /hsp/play', body({ start_time: 0, add: { points: POINTS, tail_point_stream_index: 2 } }));
    expect((await ask('PUT /hsp/pause')).json).toMatchObject({ result: { play_state: 3 } });
    expect((await ask('PUT /hsp/resume')).json).toMatchObject({ result: { play_state: 1 } });
  });

  test('a device with firmware 3 answers connected and info, has events, and nothing else', async () => {
    const { ask, port } = await startCloud();
    await ask('POST /_control/devices', {
      ...body({ model: 'handy', connectionKey: 'Legacy0001', firmware: '3.2.3' }),
      headers: { 'content-type': 'application/json' },
    });
    const legacy = { headers: { 'x-connection-key': 'Legacy0001' } };
    expect((await ask('GET /connected', legacy)).json).toEqual({ result: { connected: true } });
    expect((await ask('GET /info', legacy)).json).toMatchObject({ result: { fw_version: '3.2.3' } });
    const stream = await openEvents(port, '?ck=Legacy0001&apikey=x');
    expect(await stream.next()).toMatchObject({ event: 'device_status', data: { data: { connected: true } } });
    for (const line of ['PUT /hamp/start', 'GET /mode', 'GET /capabilities', 'GET /slider/stroke'])
      expect((await ask(line, legacy)).json).toMatchObject({ error: { code: 1001, connected: false } });
  });

  test('times, temperatures and speeds have no fractions', async () => {
    const { ask } = await startCloud();
    await ask('PUT /hamp/start');
    await ask('PUT /hamp/velocity', body({ velocity: 0.37 }));
    for (let reading = 0; reading < 5; reading++) {
      const { result } = (await ask('GET /slider/state')).json as { result: Record<string, number> };
      for (const name of ['motor_temp', 'speed_absolute'])
        expect([name, Number.isInteger(result[name])]).toEqual([name, true]);
    }
    await ask('PUT /hsp/setup');
    await ask('PUT /hsp/play', body({ start_time: 7, add: { points: POINTS, tail_point_stream_index: 2 } }));
    const { result } = (await ask('GET /hsp/state')).json as { result: Record<string, number> };
    for (const name of ['current_time', 'first_point_time', 'last_point_time'])
      expect([name, Number.isInteger(result[name])]).toEqual([name, true]);
  });
});

describe('bodies and headers of other clients', () => {
  test('points without a tail index, empty bodies and {} are accepted', async () => {
    const { ask } = await startCloud();
    for (const empty of [{}, { body: '' }, body({}), { body: ' \n' }])
      expect((await ask('PUT /hsp/setup', empty)).json).toMatchObject({ result: { points: 0 } });
    expect((await ask('PUT /hsp/add', body({ points: POINTS }))).json).toMatchObject({ result: { points: 2 } });
    for (const empty of [{}, body({})])
      expect((await ask('PUT /hamp/start', empty)).json).toMatchObject({ result: { play_state: 1 } });
  });

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-8',
  ])('JSON sent as %s is read', async (type) => {
    const { ask } = await startCloud();
    const sent = { ...body({ velocity: 0.4 }), headers: { 'content-type': type } };
    expect((await ask('PUT /hamp/velocity', sent)).json).toMatchObject({ result: { velocity: 0.4 } });
  });

  test('Bearer is accepted in place of X-Api-Key', async () => {
    const { ask } = await startCloud({ apiKeys: ['my-app'] });
    const with_ = (authorization: string) => ({
      asOwner: false,
      headers: { 'x-connection-key': 'DemoHandy1', authorization },
    });
    expect((await ask('GET /info', with_('Bearer my-app'))).status).toBe(200);
    expect((await ask('GET /info', with_('bearer  my-app'))).status).toBe(200);
    expect((await ask('GET /info', with_('Bearer other'))).status).toBe(401);
  });

  test('a request that offers h2c is answered in HTTP/1.1, its body included', async () => {
    const { port } = await startCloud();
    const text = JSON.stringify({ velocity: 0.4 });
    const answer = await raw(
      port,
      [
        `PUT ${API}/hamp/velocity HTTP/1.1`,
        'Host: localhost',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
        'X-Api-Key: any',
        'X-Connection-Key: DemoHandy1',
        `Content-Length: ${text.length}`,
        '',
        text,
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"velocity":0.4');
  });
});

test('a command of another mode switches to that mode', async () => {
  const cloud = await startCloud();
  const { ask } = cloud;
  const switches: [line: string, input: unknown, mode: number][] = [
    ['PUT /hamp/start', {}, 0],
    ['PUT /hdsp/xpt', { xp: 0.5, t: 500 }, 2],
    ['PUT /hsp/setup', {}, 4],
    ['PUT /hamp/start', {}, 0],
  ];
  for (const [line, input, mode] of switches) {
    expect((await ask(line, body(input))).json).toMatchObject({ result: expect.anything() });
    expect([line, await modeOf(cloud)]).toEqual([line, mode]);
  }
  const oh = { headers: { 'x-connection-key': 'DemoOh0001' } };
  await ask('PUT /hvp/start', oh);
  expect(await modeOf(cloud, 'DemoOh0001')).toBe(8);
});

describe('scripts on this machine', () => {
  const setup = (cloud: RunningCloud, url: string) => cloud.ask('PUT /hssp/setup', body({ url }));

  test('the cloud’s own script host is allowed, though it is on this machine', async () => {
    const cloud = await startCloud();
    const boundary = 'a-boundary';
    const uploaded = await cloud.ask('POST /api/script/v0/temp/upload', {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n0,0\n500,100\n\r\n--${boundary}--\r\n`,
    });
    const { url } = uploaded.json as { url: string };
    expect((await setup(cloud, url)).json).toMatchObject({ result: { play_state: 2 } });
  });

  test('other addresses on this machine are allowed in development only, or by the list', async () => {
    const host = createServer((_request, response) => {
      response.setHeader('content-type', 'text/csv').end('0,0\n500,100\n');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void host.close());
    await new Promise((resolve) => host.once('listening', resolve));
    const { port } = host.address() as AddressInfo; // it listens on TCP
    const url = `http://127.0.0.1:${port}/a.csv`;
    const taken = async (changes: Partial<CloudConfig>) => {
      const cloud = await startCloud(changes);
      cloud.cloud.link(createVirtualDevice({ connectionKey: 'Elsewhere1', model: 'handy', time: systemTime, random }));
      const answer = await cloud.ask('PUT /hssp/setup', {
        ...body({ url }),
        headers: { 'x-connection-key': 'Elsewhere1' },
      });
      return Object.keys(answer.json as object)[0];
    };
    expect(await taken({})).toBe('result');
    expect(await taken({ loopbackOnly: false })).toBe('error');
    expect(await taken({ loopbackOnly: false, scriptAllow: [{ host: '127.0.0.1', port }] })).toBe('result');
  });
});

describe('credentials', () => {
  const key = { 'x-connection-key': 'DemoHandy1' };

  test('X-Api-Key, Bearer and Basic are accepted', async () => {
    const { ask } = await startCloud({ apiKeys: ['my-app'] });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const good = [
      { 'x-api-key': 'my-app' },
      { authorization: 'Bearer my-app' },
      { authorization: basic('my-app:') },
      { authorization: basic(':my-app') },
      { 'x-api-key': 'wrong', authorization: 'Bearer my-app' },
    ];
    for (const headers of good)
      expect((await ask('GET /info', { asOwner: false, headers: { ...key, ...headers } })).status).toBe(200);
  });

  test('a cookie is no credential, and none is ever set', async () => {
    const { ask } = await startCloud({ apiKeys: ['my-app'], controlToken: 'secret-token' });
    const cookie = 'apikey=my-app; X-Api-Key=my-app; Authorization=Bearer my-app; token=secret-token';
    expect((await ask('GET /info', { asOwner: false, headers: { ...key, cookie } })).status).toBe(401);
    expect((await ask('GET /_control/devices', { asOwner: false, headers: { cookie } })).status).toBe(401);
    for (const line of ['GET /info', 'GET /servertime', 'GET /config.json', 'GET /api/tactus/features', 'GET /healthz'])
      expect((await ask(line)).headers['set-cookie']).toBeUndefined();
  });
});

/** Sends bytes and resolves with what arrived until the connection ended. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => void socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
