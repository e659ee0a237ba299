/** One request that stops several devices: each as its own stop would, independently of the others. */
import { describe, expect, test } from 'vitest';
import { type RunningCloud, startCloud } from './running-cloud.ts';
import { testDevice } from './test-device.ts';

const KEYS = ['StopMany01', 'StopMany02', 'StopMany03', 'StopMany04', 'StopMany05', 'StopMany06', 'StopMany07'];
const JSON_BODY = { 'content-type': 'application/json' };
const UNCONNECTED = { error: { code: 1001, connected: false } };

async function withDevices(cloud: RunningCloud, keys: readonly string[]): Promise<void> {
  for (const connectionKey of keys)
    await cloud.ask('POST /_control/devices', {
      headers: JSON_BODY,
      body: JSON.stringify({ model: connectionKey === KEYS[3] ? 'oh' : 'handy', connectionKey }),
    });
}

const stop = ({ ask }: RunningCloud, connectionKeys: unknown, headers: Record<string, string> = {}) =>
  ask('POST /api/tactus/stop', {
    headers: { ...JSON_BODY, 'x-api-key': 'any-id', ...headers },
    body: JSON.stringify({ connectionKeys }),
    asOwner: false,
  });

const send = ({ ask }: RunningCloud, key: string | undefined, line: string, body?: object) =>
  ask(line, { headers: { 'x-connection-key': key ?? '' }, ...(body && { body: JSON.stringify(body) }) });

const POINTS = Array.from({ length: 40 }, (_, place) => ({ t: place * 300, x: place % 2 ? 90 : 10 }));

/** A motion for each device, whatever its mode. */
const motions: readonly ((cloud: RunningCloud, key: string | undefined) => Promise<unknown>)[] = [
  (cloud, key) => send(cloud, key, 'PUT /hamp/start'),
  (cloud, key) => send(cloud, key, 'PUT /hdsp/xpt', { xp: 1, t: 20_000 }),
  async (cloud, key) => {
    await send(cloud, key, 'PUT /hsp/setup');
    await send(cloud, key, 'PUT /hsp/add', { points: POINTS, tail_point_stream_index: 40 });
    await send(cloud, key, 'PUT /hsp/play', { start_time: 0, loop: true });
  },
  (cloud, key) => send(cloud, key, 'PUT /hvp/state', { amplitude: 0.5, frequency: 100, position: 0.5 }),
  async (cloud, key) => {
    await send(cloud, key, 'PUT /hssp/setup', { actions: POINTS.map(({ t, x }) => ({ at: t, pos: x })) });
    await send(cloud, key, 'PUT /hssp/play', { start_time: 0, server_time: Date.now(), loop: true });
  },
  async (cloud, key) => {
    const made = await cloud.ask('POST /api/tactus/streams', {
      headers: JSON_BODY,
      body: JSON.stringify({ points: POINTS }),
    });
    await send(cloud, key, 'PUT /stream/setup', { stream_ref: (made.json as { stream_ref: string }).stream_ref });
    await send(cloud, key, 'PUT /stream/play', { start_time: 0, server_time: Date.now() });
  },
];

async function speed(cloud: RunningCloud, key: string | undefined): Promise<unknown> {
  const { json } = await send(cloud, key, 'GET /slider/state');
  return (json as { result?: { speed_absolute: number } }).result?.speed_absolute ?? 0;
}

describe('one request', () => {
  test('stops devices in every mode', async () => {
    const cloud = await startCloud();
    await withDevices(cloud, KEYS);
    for (const [index, move] of motions.entries()) await move(cloud, KEYS[index]);
    for (const [index] of motions.entries())
      if (index !== 3) await expect.poll(() => speed(cloud, KEYS[index])).toBeGreaterThan(0);
    const answer = await stop(cloud, KEYS);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ stops: KEYS.map(() => ({ stopped: true })) });
    for (const key of KEYS) await expect.poll(() => speed(cloud, key)).toBe(0);
    expect((await send(cloud, KEYS[3], 'GET /hvp/state')).json).toMatchObject({ result: { enabled: false } });
  });

  test('a device that is offline or unknown does not prevent the stop of the others', async () => {
    const cloud = await startCloud();
    cloud.cloud.link(testDevice({ connectionKey: 'Offline001', connected: false }));
    cloud.cloud.link(testDevice({ connectionKey: 'Refusing01' }));
    await withDevices(cloud, KEYS.slice(0, 1));
    await send(cloud, KEYS[0], 'PUT /hamp/start');
    expect((await stop(cloud, ['Offline001', 'Refusing01', KEYS[0], 'Nobody0001'])).json).toMatchObject({
      stops: [UNCONNECTED, { stopped: false }, { stopped: true }, UNCONNECTED],
    });
  });
});

describe('rights of the request', () => {
  test('are those of a stop of each device: no credential is 401, and a token stops its own device only', async () => {
    const cloud = await startCloud();
    await withDevices(cloud, KEYS.slice(0, 2));
    expect((await stop(cloud, KEYS, { 'x-api-key': '' })).status).toBe(401);
    const issued = await cloud.ask(`GET /auth/token/issue?ck=${KEYS[0]}`);
    const { token } = (issued.json as { result: { token: string } }).result;
    for (const key of KEYS.slice(0, 2)) await send(cloud, key, 'PUT /hamp/start');
    expect((await stop(cloud, KEYS.slice(0, 2), { 'x-api-key': token })).json).toMatchObject({
      stops: [{ stopped: true }, { error: { name: 'Forbidden' } }],
    });
    expect((await send(cloud, KEYS[1], 'GET /hamp/state')).json).toMatchObject({ result: { play_state: 1 } });
  });

  test('count once for every device, and the rate limit never refuses a stop', async () => {
    const cloud = await startCloud({ rateLimitPerMinute: 3 });
    const [key = ''] = ['DemoHandy1'];
    for (let count = 0; count < 2; count++) expect((await stop(cloud, [key])).headers['x-ratelimit-limit']).toBe('3');
    expect((await stop(cloud, [key])).headers['x-ratelimit-remaining']).toBe('0');
    expect((await cloud.ask('PUT /hamp/start')).status).toBe(429);
    expect((await stop(cloud, [key])).json).toEqual({ stops: [{ stopped: true }] });
  });

  test('exclude pages of other origins', async () => {
    const cloud = await startCloud();
    expect((await stop(cloud, ['DemoHandy1'], { origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  test("the vendor's profile has no such request", async () => {
    expect((await stop(await startCloud({ profile: 'vendor' }), ['DemoHandy1'])).status).toBe(404);
  });
});

test.each([undefined, 'DemoHandy1', [], [1], ['x'], ['chref:Abcdef123456'], Array(65).fill('DemoHandy1')])(
  'a list other than one of connection keys is 400: %j',
  async (connectionKeys) => {
    const answer = await stop(await startCloud(), connectionKeys);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('1 to 64 connection keys')]);
  },
);
