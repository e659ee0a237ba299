import { describe, expect, test } from 'vitest';
import type { Device } from '../device-api.ts';
import { hsp } from '../testing/client-parts.ts';
import { refusal } from '../testing/scripted-cloud.ts';
import { failureOf, KEY, setUpDevice } from '../testing/scripted-device.ts';

const NOW_MS = 1_700_000_000_000;
const points = [
  { t: 0.4, x: 4.6 },
  { t: 500, x: 95 },
];
const rounded = [
  { t: 0, x: 5 },
  { t: 500, x: 95 },
];

/** A device that is connected to a cloud with the same clock as this machine, and with one answer for every call. */
async function connected(options: Parameters<typeof setUpDevice>[0] = {}) {
  const parts = setUpDevice(options);
  parts.cloud.on('GET /servertime', () => ({ server_time: parts.time.now() }));
  await parts.connectFully();
  return parts;
}

type Row = [name: string, run: (device: Device) => Promise<unknown>, line: string, body?: object];

/** Every typed command with the request that it makes. */
const rows: Row[] = [
  ['hdsp mm, mm/s', (d) => d.hdsp.moveTo({ positionMm: 40, speedMmS: 100 }), 'PUT /hdsp/xava', { xa: 40, va: 100 }],
  ['hdsp mm, share', (d) => d.hdsp.moveTo({ positionMm: 40, velocity: 0.5 }), 'PUT /hdsp/xavp', { xa: 40, vp: 0.5 }],
  ['hdsp mm, ms', (d) => d.hdsp.moveTo({ positionMm: 40, durationMs: 300 }), 'PUT /hdsp/xat', { xa: 40, t: 300 }],
  ['hdsp share, mm/s', (d) => d.hdsp.moveTo({ position01: 0.5, speedMmS: 90 }), 'PUT /hdsp/xpva', { xp: 0.5, va: 90 }],
  [
    'hdsp share, share',
    (d) => d.hdsp.moveTo({ position01: 0.5, velocity: 0.2 }),
    'PUT /hdsp/xpvp',
    { xp: 0.5, vp: 0.2, va: 0.2 },
  ],
  [
    'hdsp share, ms',
    (d) => d.hdsp.moveTo({ position01: 0.5, durationMs: 300, stopOnTarget: true, immediateResponse: true }),
    'PUT /hdsp/xpt',
    { xp: 0.5, t: 300, stop_on_target: true, immediate_rsp: true },
  ],
  ['hamp zone', (d) => d.hamp.setStroke({ min: 0.2, max: 0.7 }), 'PUT /hamp/stroke', { min: 0.2, max: 0.7 }],
  ['read the stroke', (d) => d.slider.readStroke(), 'GET /slider/stroke'],
  ['hvp start', (d) => d.hvp.start(), 'PUT /hvp/start'],
  ['hvp stop', (d) => d.hvp.stop(), 'PUT /hvp/stop'],
  [
    'hvp state',
    (d) => d.hvp.setState({ amplitude: 0.5, frequency: 75 }),
    'PUT /hvp/state',
    { amplitude: 0.5, frequency: 75, position: 200 },
  ],
  ['hvp read', (d) => d.hvp.readState(), 'GET /hvp/state'],
  ['hsp setup', (d) => d.hsp.setup({ stream_id: 9 }), 'PUT /hsp/setup', { stream_id: 9 }],
  [
    'hsp add',
    (d) => d.hsp.add(points, { tail_point_threshold: 1 }),
    'PUT /hsp/add',
    { points: rounded, tail_point_stream_index: 2, tail_point_threshold: 1, flush: false },
  ],
  ['hsp flush', (d) => d.hsp.flush(), 'PUT /hsp/flush'],
  [
    'hsp play',
    (d) => d.hsp.play({ start_time: 250, playback_rate: 1.5, loop: true, add: { points, flush: true } }),
    'PUT /hsp/play',
    { start_time: 250, playback_rate: 1.5, loop: true, add: { points: rounded, flush: true } },
  ],
  ['hsp stop', (d) => d.hsp.stop(), 'PUT /hsp/stop'],
  ['hsp pause', (d) => d.hsp.pause(), 'PUT /hsp/pause'],
  ['hsp resume', (d) => d.hsp.resume({ pickUp: true }), 'PUT /hsp/resume', { pick_up: true }],
  [
    'hsp threshold',
    (d) => d.hsp.setThreshold({ tailPointThreshold: 5 }),
    'PUT /hsp/threshold',
    { tail_point_threshold: 5 },
  ],
  ['hsp loop', (d) => d.hsp.setLoop(true), 'PUT /hsp/loop', { loop: true }],
  ['hsp rate', (d) => d.hsp.setPlaybackRate(2), 'PUT /hsp/playbackrate', { playback_rate: 2 }],
  ['hsp starving', (d) => d.hsp.setPauseOnStarving(true), 'PUT /hsp/pause/onstarving', { pause_on_starving: true }],
  [
    'hsp synctime',
    (d) => d.hsp.synctime({ current_time: 900, server_time: 5, filter: 0.9 }),
    'PUT /hsp/synctime',
    { current_time: 900, server_time: 5, filter: 0.9 },
  ],
  ['hsp read', (d) => d.hsp.readState(), 'GET /hsp/state'],
  ['hssp setup', (d) => d.hssp.setup({ url: 'https://a.b/c.csv', notify: true }), 'PUT /hssp/setup', { notify: true }],
  ['hssp stop', (d) => d.hssp.stop(), 'PUT /hssp/stop'],
  ['hssp pause', (d) => d.hssp.pause(), 'PUT /hssp/pause'],
  ['hssp resume', (d) => d.hssp.resume(), 'PUT /hssp/resume', { pickUp: false }],
  ['hssp synctime', (d) => d.hssp.synctime({ current_time: 900 }), 'PUT /hssp/synctime', { filter: 0.5 }],
  ['hssp read', (d) => d.hssp.readState(), 'GET /hssp/state'],
  ['stream setup', (d) => d.stream.setup({ stream_ref: '01J' }), 'PUT /stream/setup', { stream_ref: '01J' }],
  ['stream play', (d) => d.stream.play({ loop: true }), 'PUT /stream/play', { start_time: 0, loop: true }],
  ['stream stop', (d) => d.stream.stop(), 'PUT /stream/stop'],
  ['stream synctime', (d) => d.stream.synctime({ current_time: 3 }), 'PUT /stream/synctime', { current_time: 3 }],
  ['stream read', (d) => d.stream.readState(), 'GET /stream/state'],
  ['interfaces', (d) => d.system.interfaces(), 'GET /system/interfaces/status'],
  [
    'set interfaces',
    (d) => d.system.setInterfaces({ wifi: true, ble: true }),
    'PUT /system/interfaces/status',
    { wifi: true, ble: true },
  ],
  ['environment', (d) => d.system.environment(), 'GET /system/environment'],
  ['set environment', (d) => d.system.setEnvironment(1), 'PUT /system/environment', { environment: 1 }],
  ['reboot', (d) => d.system.reboot(3), 'PUT /system/reboot', { connection_mode: 3 }],
  ['mode', (d) => d.info.mode(), 'GET /mode'],
  ['set mode', (d) => d.info.setMode(4), 'PUT /mode2', { mode: 4 }],
  ['info', (d) => d.info.read(), 'GET /info'],
  ['capabilities', (d) => d.info.capabilities(), 'GET /capabilities'],
  ['sids', (d) => d.info.sids(), 'GET /sids'],
  ['statistics', (d) => d.info.statistics(), 'GET /statistics'],
  ['slider settings', (d) => d.info.sliderSettings(), 'GET /settings/slider'],
  ['connected', (d) => d.info.connected(), 'GET /connected'],
  ['hstp info', (d) => d.hstp.info(), 'GET /hstp/info'],
  ['hstp clocksync', (d) => d.hstp.clocksync(), 'GET /hstp/clocksync'],
  ['hstp offset', (d) => d.hstp.offset(), 'GET /hstp/offset'],
  ['hstp set offset', (d) => d.hstp.setOffset(-125), 'PUT /hstp/offset', { offset: -125 }],
  ['ota latest', (d) => d.ota.readLatest(), 'GET /ota/latest'],
  ['ota versions', (d) => d.ota.readVersions(20), 'GET /ota/versions'],
  ['ota progress', (d) => d.ota.readProgress(), 'GET /ota/update/progress'],
];

describe('every typed command is one request of the contract', () => {
  test.each(rows)('%s', async (_, run, line, body) => {
    const { device, cloud, time } = await connected();
    void run(device).catch(() => undefined); // the scripted cloud refuses unknown calls
    await time.run(0);
    expect(cloud.lines()[0]).toBe(line);
    if (body) expect(cloud.requests[0]?.body).toMatchObject(body);
    device.close();
  });
});

test('a play without a server time is played now, by the cloud’s clock', async () => {
  const { device, cloud, time } = await connected();
  for (const play of [device.hsp.play, device.stream.play]) void play().catch(() => undefined);
  await time.run(0);
  for (const { body } of cloud.requests.slice(0, 2))
    expect(body).toMatchObject({ start_time: 0, server_time: Math.round(time.now()) });
  expect(time.now()).toBeGreaterThan(NOW_MS);
});

test('points are counted on from the player’s report, unless they are flushed', async () => {
  const { device, cloud, time } = await connected();
  cloud.on('PUT /hsp/add', ({ body }) => ({
    result: { ...hsp, ...(body as object), tail_point_stream_index: 12, points: 2 },
  }));
  await device.hsp.add(points, { tail_point_stream_index: 12 });
  void device.hsp.add(points);
  void device.hsp.add(points, { flush: true });
  await time.run(0);
  const counts = cloud.requests.map(
    ({ body }) => (body as { tail_point_stream_index: number }).tail_point_stream_index,
  );
  expect(counts).toEqual([12, 14, 2]);
});

describe('a direct move', () => {
  test('is stopped at the known position of the slider, past the budget', async () => {
    const { device, cloud, time } = await connected({ requestsPerMinute: 15 });
    await Promise.all([device.slider.readState(), time.run(50)]);
    void device.hdsp.stop().catch(() => undefined);
    await time.run(0);
    expect(cloud.lines()).toContain('PUT /hdsp/xpt');
    expect(cloud.requests.at(-1)?.body).toMatchObject({ t: 0, stop_on_target: true });
  });

  test('from an unknown position is stopped by the idle mode', async () => {
    const { device, cloud, time } = await connected();
    await time.run(10_000);
    void device.hdsp.stop();
    await time.run(100);
    expect(cloud.lines().at(-1)).toBe('PUT /mode2');
  });
});

describe('commands before the connection', () => {
  test('reject, each with the specification’s text', async () => {
    const { device } = setUpDevice();
    for (const info of [device.info.read, device.info.mode, device.info.sids])
      expect(await failureOf(info())).toMatchObject({ code: 'not-initialized', message: 'Info CMD not initialized' });
    for (const hstp of [device.hstp.info, device.hstp.offset, device.clock.sync])
      expect(await failureOf(hstp())).toMatchObject({ code: 'not-initialized', message: 'HSTP is not initialized' });
    expect(await failureOf(device.hsp.play())).toMatchObject({ message: 'Connection key is required' });
  });
});

describe('a token', () => {
  const answer = { token_ref: '1', created_at: '', expires_at: '', token: 'a-secret-token', renew: 'https://x/?s=sig' };

  test('is issued without a device, and is not in the trace', async () => {
    const { device, cloud, trace } = setUpDevice();
    cloud.on('GET /auth/token/issue', () => ({ result: answer }));
    expect(await device.auth.issueToken({ ck: KEY, ttl: 60 })).toEqual(answer);
    expect(cloud.requests[0]?.query).toMatchObject({ ck: KEY, to: KEY, ttl: '60' });
    expect(cloud.requests[0]?.headers).not.toHaveProperty('x-connection-key');
    expect(trace.map(({ kind }) => kind)).toEqual(['command', 'answer']);
    expect(JSON.stringify(trace)).not.toMatch(/a-secret-token|sig|DemoHandy1/);
  });

  test('is refused with the specification’s text', async () => {
    const { device, cloud } = setUpDevice();
    for (const [status, message] of [
      [400, 'Bad request.'],
      [401, 'Unauthorized'],
      [403, 'Forbidden'],
      [408, 'Request timeout.'],
      [500, 'Internal server error.'],
    ] as const) {
      cloud.on('GET /auth/token/issue', () => new Response('{}', { status }));
      expect(await failureOf(device.auth.issueToken())).toMatchObject({ message });
    }
  });
});

test('a refused command rejects with the device’s error', async () => {
  const { device, cloud } = await connected();
  cloud.on('PUT /system/reboot', () => refusal(100_017, 'Not supported'));
  expect(await failureOf(device.system.reboot(1))).toMatchObject({ code: 'refused', message: 'Not supported' });
});
