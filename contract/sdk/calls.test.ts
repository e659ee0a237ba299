/** Every call of the specification, sent by the SDK to the real cloud. */
import type { Device } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { KEY, type VirtualWorld, virtualWorld } from './cloud-in-virtual-time.ts';

interface Sent {
  readonly line: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A connected device, and the requests that it sends from then on. */
async function spied(options: Parameters<typeof virtualWorld>[0] = {}) {
  const world = await virtualWorld(options);
  const sent: Sent[] = [];
  const device = await world.connected({
    fetch(url, init) {
      const { pathname, searchParams } = new URL(url);
      sent.push({
        line: `${init.method} ${pathname.replace('/api/handy-rest/v3', '')}`,
        query: Object.fromEntries(searchParams),
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      });
      return world.fetch(url, init);
    },
  });
  const first = [...sent];
  sent.length = 0;
  return { world, device, sent, first };
}

interface Row {
  readonly line: string;
  readonly make: (device: Device) => Promise<unknown>;
  readonly body?: object;
  readonly query?: object;
  readonly result?: unknown;
  /** What the device reports afterwards, where the answer is only 'ok'. */
  readonly effect?: { readonly read: (device: Device) => Promise<unknown>; readonly is: object };
}

const PLAY = { start_time: 250, server_time: 1_700_000_000_000, playback_rate: 1.5, loop: true };
const SYNC = { current_time: 250, server_time: 1_700_000_000_000, filter: 0.9 };
const POINTS = [
  { t: 0, x: 0 },
  { t: 4_000, x: 100 },
];
const ADDED = { flush: true, tail_point_stream_index: 2, tail_point_threshold: 1 };
const player = { play_state: expect.any(Number), max_points: expect.any(Number) };
const hampState = { play_state: expect.any(Number), velocity: expect.any(Number) };

/** The slider arrives in the middle of its stroke. */
const inTheMiddle = { read: (d: Device) => d.slider.readState(), is: { position: expect.closeTo(0.5, 1) } };
const at50Mm = { read: (d: Device) => d.slider.readState(), is: { position_absolute: expect.closeTo(50, 0) } };
const MOVED_AFTER_MS = 5_000;

/** Prepares the device for the few calls that need it. */
const withPoints = async (device: Device) => {
  await device.hsp.setup();
  await device.hsp.add(POINTS);
};
const withScript = (device: Device) => device.hssp.setup({ csv: '0,0\n4000,100\n' });

const slider: readonly Row[] = [
  {
    line: 'GET /system/interfaces/status',
    make: (d) => d.system.interfaces(),
    result: { wifi: true, ble: expect.any(Boolean) },
  },
  ...[true, false].map((ble) => ({
    line: 'PUT /system/interfaces/status',
    make: (d: Device) => d.system.setInterfaces({ wifi: true, ble }),
    body: { wifi: true, ble },
    result: 'ok',
    effect: { read: (d: Device) => d.system.interfaces(), is: { wifi: true, ble } },
  })),
  { line: 'GET /system/environment', make: (d) => d.system.environment(), result: { environment: 0 } },
  {
    line: 'PUT /system/environment',
    make: (d) => d.system.setEnvironment(1),
    body: { environment: 1 },
    result: 'ok',
    effect: { read: (d) => d.system.environment(), is: { environment: 1 } },
  },
  { line: 'PUT /system/reboot', make: (d) => d.system.reboot(3), body: { connection_mode: 3 }, result: 'ok' },
  {
    line: 'GET /ota/latest',
    make: (d) => d.ota.readLatest(),
    result: { version: '4.1.1', feature_flags: 'production' },
  },
  {
    line: 'GET /ota/versions',
    make: (d) => d.ota.readVersions(3),
    query: { s: '3' },
    result: [{ version: '4.1.0' }, { version: '4.0.19' }, { version: '4.0.11' }],
  },
  { line: 'PUT /ota/update/latest', make: (d) => d.ota.updateLatest(), result: 'ok' },
  {
    line: 'PUT /ota/update/version',
    make: (d) => d.ota.updateVersion({ version: '4.1.0', feature_flags: 'production' }),
    body: { version: '4.1.0', feature_flags: 'production' },
    result: 'ok',
  },
  {
    line: 'GET /ota/update/progress',
    make: (d) => d.ota.readProgress(),
    result: { progress: 0, done: false, failed: false },
  },
  { line: 'GET /hamp/state', make: (d) => d.call('hamp.state'), result: hampState },
  { line: 'PUT /hamp/start', make: (d) => d.hamp.start(), result: hampState },
  { line: 'PUT /hamp/stop', make: (d) => d.hamp.stop(), result: hampState },
  { line: 'PUT /hamp/velocity', make: (d) => d.hamp.setVelocity(0.3), body: { velocity: 0.3 }, result: hampState },
  { line: 'GET /info', make: (d) => d.info.read(), result: { hw_model_no: 0 } },
  { line: 'GET /mode', make: (d) => d.info.mode(), result: { mode: 7 } },
  { line: 'PUT /mode', make: (d) => d.call('info.setMode', { mode: 4 }), body: { mode: 4 }, result: 'ok' },
  { line: 'GET /connected', make: (d) => d.info.connected(), result: { connected: true } },
  { line: 'GET /statistics', make: (d) => d.info.statistics(), result: { timestamp: expect.any(String) } },
  { line: 'GET /capabilities', make: (d) => d.info.capabilities(), result: { slider: 1 } },
  { line: 'GET /sids', make: (d) => d.info.sids(), result: { boot_session_id: expect.any(Number) } },
  {
    line: 'PUT /hdsp/xava',
    make: (d) => d.hdsp.moveTo({ positionMm: 50, speedMmS: 100 }),
    body: { xa: 50, va: 100 },
    result: 'ok',
    effect: at50Mm,
  },
  {
    line: 'PUT /hdsp/xavp',
    make: (d) => d.hdsp.moveTo({ positionMm: 50, velocity: 0.5 }),
    body: { xa: 50, vp: 0.5 },
    result: 'ok',
    effect: at50Mm,
  },
  {
    line: 'PUT /hdsp/xpva',
    make: (d) => d.hdsp.moveTo({ position01: 0.5, speedMmS: 100 }),
    body: { xp: 0.5, va: 100 },
    result: 'ok',
    effect: inTheMiddle,
  },
  {
    line: 'PUT /hdsp/xpvp',
    make: (d) => d.hdsp.moveTo({ position01: 0.5, velocity: 0.5 }),
    body: { xp: 0.5, vp: 0.5, va: 0.5 },
    result: 'ok',
    effect: inTheMiddle,
  },
  {
    line: 'PUT /hdsp/xat',
    make: (d) => d.hdsp.moveTo({ positionMm: 50, durationMs: 500 }),
    body: { xa: 50, t: 500 },
    result: 'ok',
    effect: at50Mm,
  },
  {
    line: 'PUT /hdsp/xpt',
    make: (d) => d.hdsp.moveTo({ position01: 0.5, durationMs: 500 }),
    body: { xp: 0.5, t: 500 },
    result: 'ok',
    effect: inTheMiddle,
  },
  { line: 'GET /hssp/state', make: (d) => d.hssp.readState(), result: player },
  { line: 'PUT /hssp/stop', make: (d) => d.hssp.stop(), result: player },
  {
    line: 'PUT /hsp/setup',
    make: (d) => d.hsp.setup({ stream_id: 7 }),
    body: { stream_id: 7 },
    result: { stream_id: 7 },
  },
  { line: 'PUT /hsp/flush', make: (d) => d.hsp.flush(), result: player },
  {
    line: 'PUT /hsp/add',
    make: (d) => d.hsp.add(POINTS, ADDED),
    body: { points: POINTS, ...ADDED },
    result: { points: 2 },
  },
  { line: 'PUT /hsp/stop', make: (d) => d.hsp.stop(), result: player },
  { line: 'GET /hsp/state', make: (d) => d.hsp.readState(), result: player },
  {
    line: 'PUT /hsp/threshold',
    make: (d) => d.hsp.setThreshold({ tailPointThreshold: 2 }),
    body: { tail_point_threshold: 2 },
    result: { tail_point_stream_index_threshold: 2 },
  },
  { line: 'PUT /hsp/synctime', make: (d) => d.hsp.synctime(SYNC), body: SYNC, result: player },
  {
    line: 'GET /hstp/info',
    make: (d) => d.hstp.info(),
    result: { time: expect.any(Number), clock_offset: expect.any(Number), rtd: expect.any(Number) },
  },
  { line: 'GET /hstp/clocksync', make: (d) => d.hstp.clocksync({ wait: false }), result: 'ok' },
  { line: 'GET /hstp/offset', make: (d) => d.hstp.offset(), result: { offset: 0 } },
  {
    line: 'PUT /hstp/offset',
    make: (d) => d.hstp.setOffset(-40),
    body: { offset: -40 },
    result: 'ok',
    effect: { read: (d) => d.hstp.offset(), is: { offset: -40 } },
  },
  { line: 'GET /slider/state', make: (d) => d.slider.readState(), result: { position: expect.any(Number) } },
  { line: 'GET /slider/stroke', make: (d) => d.slider.readStroke(), result: { min: 0, max: 1 } },
  {
    line: 'PUT /slider/stroke',
    make: (d) => d.slider.setStroke({ min: 0.2, max: 0.8 }),
    body: { min: 0.2, max: 0.8 },
    result: { min: 0.2, max: 0.8 },
  },
  { line: 'GET /stream/state', make: (d) => d.stream.readState(), result: player },
  { line: 'PUT /stream/stop', make: (d) => d.stream.stop(), result: player },
];

async function expectCall({ line, make, body, query, result, effect }: Row, parts: Awaited<ReturnType<typeof spied>>) {
  const { world, device, sent } = parts;
  sent.length = 0;
  const answer = await world.settled(make(device));
  expect(sent[0]?.line).toBe(line);
  expect(sent[0]?.query['timeout']).toBe('5000');
  expect(sent[0]?.headers.get('x-connection-key')).toBe(KEY);
  if (body) expect(sent[0]?.body).toMatchObject(body);
  if (query) expect(sent[0]?.query).toMatchObject(query);
  if (typeof result === 'object') expect(answer).toMatchObject(result ?? {});
  else expect(answer).toBe(result);
  if (!effect) return;
  await world.time.run(MOVED_AFTER_MS);
  expect(await world.settled(effect.read(device))).toMatchObject(effect.is);
}

describe('the calls that it makes', () => {
  test.each(slider.map((row) => [row.line, row] as const))('%s', async (_, row) => {
    await expectCall(row, await spied({ device: { firmware: '4.0.19' } }));
  });

  test('GET and PUT /hvp/state, PUT /hvp/start, PUT /hvp/stop', async () => {
    const parts = await spied({ device: { model: 'oh' } });
    const state = { amplitude: 0.5, frequency: 75, position: 200 };
    await expectCall({ line: 'PUT /hvp/start', make: (d) => d.hvp.start(), result: { enabled: true } }, parts);
    await expectCall(
      { line: 'PUT /hvp/state', make: (d) => d.hvp.setState(state), body: state, result: { amplitude: 0.5 } },
      parts,
    );
    await expectCall({ line: 'GET /hvp/state', make: (d) => d.hvp.readState(), result: { frequency: 75 } }, parts);
    await expectCall({ line: 'PUT /hvp/stop', make: (d) => d.hvp.stop(), result: { enabled: false } }, parts);
  });

  test('PUT /hsp/play has the body {start_time, server_time, playback_rate, loop}', async () => {
    const parts = await spied();
    await parts.world.settled(withPoints(parts.device));
    await expectCall(
      { line: 'PUT /hsp/play', make: (d) => d.hsp.play(PLAY), body: PLAY, result: { play_state: 1 } },
      parts,
    );
  });

  test('PUT /hssp/setup {url}, PUT /hssp/play and PUT /hssp/synctime', async () => {
    const parts = await spied();
    const url = 'https://nowhere.invalid/a.csv';
    await expect(
      expectCall({ line: 'PUT /hssp/setup', make: (d) => d.hssp.setup({ url, notify: true }) }, parts),
    ).rejects.toMatchObject({ code: 'refused' });
    expect(parts.sent[0]).toMatchObject({ line: 'PUT /hssp/setup', body: { url, notify: true } });
    await parts.world.settled(withScript(parts.device));
    await expectCall(
      { line: 'PUT /hssp/play', make: (d) => d.hssp.play(PLAY), body: PLAY, result: { play_state: 1 } },
      parts,
    );
    await expectCall(
      { line: 'PUT /hssp/synctime', make: (d) => d.hssp.synctime(SYNC), body: SYNC, result: player },
      parts,
    );
  });

  test('PUT /stream/setup, PUT /stream/play and PUT /stream/synctime', async () => {
    const parts = await spied();
    const stream_ref = await newStream(parts.world);
    await expectCall(
      { line: 'PUT /stream/setup', make: (d) => d.stream.setup({ stream_ref }), body: { stream_ref }, result: player },
      parts,
    );
    await expectCall({ line: 'PUT /stream/play', make: (d) => d.stream.play(PLAY), body: PLAY, result: player }, parts);
    await expectCall(
      { line: 'PUT /stream/synctime', make: (d) => d.stream.synctime(SYNC), body: SYNC, result: player },
      parts,
    );
  });

  test('GET /ota/update/fixed has the query a, s, uexp, d, iv, k and no connection-key header', async () => {
    const { world, device, sent } = await spied({ device: { firmware: '4.0.19' } });
    const link = { a: 'a', s: 's', uexp: '1', d: 'd', iv: 'iv', k: 'k' };
    await expect(world.settled(device.ota.updateFixed(link))).rejects.toMatchObject({
      message: 'Failed to update firmware version',
      http: { status: 403 },
    });
    expect(sent[0]?.line).toBe('GET /ota/update/fixed');
    expect(sent[0]?.query).toMatchObject(link);
    expect(sent[0]?.headers.has('x-connection-key')).toBe(false);
  });

  test('GET /auth/token/issue has the query ck, ip, origin, ttl and no connection-key header', async () => {
    const { world, device, sent } = await spied();
    const query = { ck: KEY, ip: '127.0.0.1', origin: 'http://localhost', ttl: 60 };
    await world.settled(device.auth.issueToken(query));
    expect(sent[0]).toMatchObject({ line: 'GET /auth/token/issue', query: { ...query, ttl: '60' } });
    expect(sent[0]?.headers.has('x-connection-key')).toBe(false);
  });

  test('GET /servertime has no connection-key header and the result server_time', async () => {
    const { world, device, sent } = await spied();
    const { server_time } = await world.settled(device.call('utils.servertime'));
    expect(server_time).toBeTypeOf('number');
    expect(sent[0]?.headers.has('x-connection-key')).toBe(false);
  });

  test('GET {api}/sse has apikey and ck in its query, or in headers for a cloud that accepts them there', async () => {
    const ours = await spied();
    expect(ours.first.find(({ line }) => line === 'GET /sse')).toMatchObject({ query: {} });
    const theirs = await spied({ profile: 'vendor' });
    expect(theirs.first.find(({ line }) => line === 'GET /sse')?.query).toEqual({ apikey: 'contract-test', ck: KEY });
  });
});

/** A stream of two points in the cloud; resolves with its reference. */
async function newStream(world: VirtualWorld): Promise<string> {
  const headers = { host: 'localhost', 'x-api-key': 'contract-test' };
  const made = await world.settled(
    world.cloud.inject({ method: 'POST', url: '/api/tactus/streams', headers, payload: { points: POINTS } }),
  );
  const { stream_ref } = made.json() as { stream_ref?: string };
  expect(stream_ref, made.body).toBeTypeOf('string');
  return stream_ref ?? '';
}
