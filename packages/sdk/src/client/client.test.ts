import { API_VERSION, calls, type ResultOf } from '@tactus/protocol';
import { createRandom, type Random } from '@tactus/time';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { deviceErrorOf, hamp, hsp, setUpClient } from '../testing/client-parts.ts';
import { refusal } from '../testing/scripted-cloud.ts';
import type { CallArgs, ClientCallName } from './client.ts';

/** A client that draws its whole numbers from their bounds by a rule. */
function withDraws(integer: Random['integer']) {
  const parts = setUpClient({ random: Object.assign(createRandom(1), { integer }) });
  parts.cloud.on('PUT /hsp/setup', () => ({ result: hsp }));
  return parts;
}

describe('requests', () => {
  test('a call goes out with key, application key, Accept, timeout and a JSON body', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hamp/velocity', () => ({ result: hamp }));
    expect(await client.call('hamp.velocity', { velocity: 0.4 })).toEqual(hamp);
    expect(last()).toMatchObject({
      line: 'PUT /hamp/velocity',
      query: { timeout: '5000' },
      body: { velocity: 0.4 },
      credentials: 'omit',
      headers: {
        'x-connection-key': 'DemoHandy1',
        'x-api-key': 'app-1',
        accept: 'application/json',
        'content-type': 'application/json',
      },
    });
  });

  test('a method per group and call sends the same, and its type comes from the table', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hamp/velocity', () => ({ result: hamp }));
    const state = await client.hamp.velocity({ velocity: 0.4 });
    expectTypeOf(state).toEqualTypeOf<ResultOf<'hamp.velocity'>>();
    expect(last().body).toEqual({ velocity: 0.4 });
  });

  test('there is a method for every call of the contract but the event stream', () => {
    const { client } = setUpClient();
    const missing = calls.filter(({ group, name }) => {
      const methods: Record<string, unknown> = group === 'sse' ? {} : client[group];
      return typeof methods[name.split('.')[1] ?? ''] !== 'function';
    });
    expect(missing.map(({ name }) => name)).toEqual(['sse.events']);
  });

  test('a call without input has no body and no content type', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hamp/start', () => ({ result: hamp }));
    await client.hamp.start();
    expect(last().body).toBeUndefined();
    expect(last().headers['content-type']).toBeUndefined();
  });

  test("the cloud's clock is read without key and credentials", async () => {
    const { cloud, client, last } = setUpClient({ bearer: 'token' });
    cloud.on('GET /servertime', () => ({ server_time: 5 }));
    expect(await client.utils.servertime()).toEqual({ server_time: 5 });
    expect(last().headers).toEqual({ accept: 'application/json' });
    expect(last().query).toEqual({});
  });

  test('pause and resume have no timeout', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hsp/pause', () => ({ result: hsp }));
    await client.hsp.pause();
    expect(last().query).toEqual({});
  });

  test('the timeout is clamped to 5000 to 60000 ms, and a call may have its own', async () => {
    const { cloud, client, last } = setUpClient({ timeoutMs: 100 });
    cloud.on('GET /info', () => refusal(1001, 'Device not connected'));
    await deviceErrorOf(client.info.info());
    expect(last().query['timeout']).toBe('5000');
    await deviceErrorOf(client.info.info({}, { timeoutMs: 90_000 }));
    expect(last().query['timeout']).toBe('60000');
    const patient = setUpClient({ timeoutMs: 8_000 });
    await deviceErrorOf(patient.client.info.info());
    expect(patient.last().query['timeout']).toBe('8000');
  });

  test('bearer token or basic credentials travel in Authorization', async () => {
    const bearer = setUpClient({ bearer: 'a-token' });
    bearer.cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    await bearer.client.info.mode();
    expect(bearer.last().headers['authorization']).toBe('Bearer a-token');
    const basic = setUpClient({ apiKey: undefined, basic: { username: 'us', password: 'pæss' } });
    basic.cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    await basic.client.info.mode();
    expect(basic.last().headers['authorization']).toBe(`Basic ${Buffer.from('us:pæss').toString('base64')}`);
    expect(basic.last().headers['x-api-key']).toBeUndefined();
  });

  test('credentials are included only with the option', async () => {
    const { cloud, client, last } = setUpClient({ withCredentials: true });
    cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    await client.info.mode();
    expect(last().credentials).toBe('include');
  });

  test('the API version replaces its placeholder in the base, default 3.0.0', async () => {
    const { cloud, client, last } = setUpClient({ baseUrl: 'http://cloud.test/v3/{api-version}/' });
    cloud.on(`GET /${API_VERSION}/mode`, () => ({ result: { mode: 7 } }));
    await client.info.mode();
    expect(last().path).toBe('/3.0.0/mode');
  });

  test('points are rounded to integers, in add and in play', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hsp/add', () => ({ result: hsp }));
    cloud.on('PUT /hsp/play', () => ({ result: hsp }));
    await client.hsp.add({ points: [{ t: 10.4, x: 99.6 }], tail_point_stream_index: 1 });
    expect(last().body).toMatchObject({ points: [{ t: 10, x: 100 }] });
    await client.hsp.play({ start_time: 0, add: { points: [{ t: 1.5, x: 0.2 }] } });
    expect(last().body).toMatchObject({ add: { points: [{ t: 2, x: 0 }] } });
  });

  test('a new stream gets a random id from 1 to 4294967295; 0 is never sent', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hsp/setup', () => ({ result: hsp }));
    await client.hsp.setup();
    const first = last().body;
    await client.hsp.setup({ stream_id: 0 });
    expect(last().body).not.toEqual({ stream_id: 0 });
    expect(last().body).not.toEqual(first);
    await client.hsp.setup({ stream_id: 9 });
    expect(last().body).toEqual({ stream_id: 9 });
    const least = withDraws((min) => min);
    await least.client.hsp.setup();
    expect(least.last().body).toEqual({ stream_id: 1 });
    const most = withDraws((_, max) => max);
    await most.client.hsp.setup();
    expect(most.last().body).toEqual({ stream_id: 4_294_967_295 });
  });

  test("the threshold takes the specification's argument name and sends the wire's", async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hsp/threshold', () => ({ result: hsp }));
    await client.hsp.threshold({ tailPointThreshold: 5 });
    expect(last().body).toEqual({ tail_point_threshold: 5 });
  });

  test('sync time has filter 0.5 by default', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hsp/synctime', () => ({ result: hsp }));
    await client.hsp.synctime({ current_time: 10, server_time: 20 });
    expect(last().body).toEqual({ current_time: 10, server_time: 20, filter: 0.5 });
  });

  test('a token is requested with the key under both names, and with no key in a header', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('GET /auth/token/issue', () => refusal(1000, 'no'));
    await deviceErrorOf(client.auth.issueToken({ ck: 'DemoHandy1', ip: '10.0.0.1', ttl: 60, origin: 'http://a.test' }));
    const restrictions = { ip: '10.0.0.1', ttl: '60', origin: 'http://a.test' };
    expect(last().query).toEqual({ ck: 'DemoHandy1', to: 'DemoHandy1', ...restrictions });
    expect(last().headers['x-connection-key']).toBeUndefined();
  });

  test('xpvp sends its speed under both names', async () => {
    const { cloud, client, last } = setUpClient();
    cloud.on('PUT /hdsp/xpvp', () => ({ result: 'ok' }));
    expect(await client.hdsp.xpvp({ xp: 0.5, vp: 0.2 })).toBe('ok');
    expect(last().body).toMatchObject({ xp: 0.5, vp: 0.2, va: 0.2 });
  });

  test('the calls without input go out by their method and path, with the key and no body', async () => {
    const { client, last } = setUpClient();
    const sends = async (line: string, request: PromiseLike<unknown>) => {
      await deviceErrorOf(request);
      expect(last()).toMatchObject({ line, body: undefined, headers: { 'x-connection-key': 'DemoHandy1' } });
    };
    await sends('GET /hamp/state', client.hamp.state());
    await sends('PUT /hamp/start', client.hamp.start());
    await sends('PUT /hamp/stop', client.hamp.stop());
    await sends('GET /info', client.info.info());
    await sends('GET /mode', client.info.mode());
    await sends('GET /connected', client.info.connected());
    await sends('GET /statistics', client.info.statistics());
    await sends('GET /capabilities', client.info.capabilities());
    await sends('GET /sids', client.info.sids());
    await sends('GET /hssp/state', client.hssp.state());
    await sends('PUT /hssp/stop', client.hssp.stop());
    await sends('PUT /hsp/flush', client.hsp.flush());
    await sends('PUT /hsp/stop', client.hsp.stop());
    await sends('GET /hsp/state', client.hsp.state());
    await sends('GET /hstp/info', client.hstp.info());
    await sends('GET /hstp/clocksync', client.hstp.clocksync());
    await sends('GET /hstp/offset', client.hstp.offset());
    await sends('GET /hvp/state', client.hvp.state());
    await sends('PUT /hvp/start', client.hvp.start());
    await sends('PUT /hvp/stop', client.hvp.stop());
    await sends('GET /slider/state', client.slider.state());
    await sends('GET /slider/stroke', client.slider.stroke());
    await sends('PUT /stream/stop', client.stream.stop());
    await sends('GET /stream/state', client.stream.state());
  });

  test('the bodies of calls are sent as passed', async () => {
    const { client, last } = setUpClient();
    const sends = async <N extends ClientCallName>(line: string, name: N, ...args: CallArgs<N>) => {
      await deviceErrorOf(client.call(name, ...args));
      expect(last()).toMatchObject({ line, body: args[0] });
    };
    const play = { start_time: 5, server_time: 9, playback_rate: 1.5, loop: true };
    const sync = { current_time: 10, server_time: 20, filter: 0.9 };
    await sends('PUT /mode', 'info.setMode', { mode: 4 });
    await sends('PUT /hdsp/xava', 'hdsp.xava', { xa: 50, va: 120 });
    await sends('PUT /hdsp/xavp', 'hdsp.xavp', { xa: 50, vp: 0.5 });
    await sends('PUT /hdsp/xpva', 'hdsp.xpva', { xp: 0.5, va: 120 });
    await sends('PUT /hdsp/xat', 'hdsp.xat', { xa: 50, t: 300 });
    await sends('PUT /hdsp/xpt', 'hdsp.xpt', { xp: 0.5, t: 300 });
    await sends('PUT /hssp/play', 'hssp.play', play);
    await sends('PUT /hssp/synctime', 'hssp.synctime', sync);
    await sends('PUT /hsp/add', 'hsp.add', { points: [{ t: 0, x: 9 }], tail_point_stream_index: 1, flush: true });
    await sends('PUT /hsp/play', 'hsp.play', play);
    await sends('PUT /hsp/synctime', 'hsp.synctime', sync);
    await sends('PUT /hstp/offset', 'hstp.setOffset', { offset: -20 });
    await sends('PUT /hvp/state', 'hvp.setState', { amplitude: 0.3, frequency: 100, position: 200 });
    await sends('PUT /slider/stroke', 'slider.setStroke', { min: 0.1, max: 0.9 });
    await sends('PUT /stream/setup', 'stream.setup', { stream_ref: '01J00000000000000000000000' });
    await sends('PUT /stream/play', 'stream.play', play);
    await sends('PUT /stream/synctime', 'stream.synctime', sync);
  });
});

describe('refused calls', () => {
  test("a velocity outside 0 and 1 is refused with the specification's text before anything is sent", async () => {
    const { cloud, client } = setUpClient();
    for (const velocity of [-0.01, 1.01, Number.NaN]) {
      const error = await deviceErrorOf(client.hamp.velocity({ velocity }));
      expect(error.code).toBe('bad-input');
      expect(error.message).toBe('Velocity must be between 0 and 1');
    }
    expect(cloud.requests).toEqual([]);
  });

  test('a device call without a key is refused', async () => {
    const { cloud, client } = setUpClient({ connectionKey: undefined });
    const error = await deviceErrorOf(client.hamp.start());
    expect(error).toMatchObject({ code: 'bad-input', message: 'Connection key is required' });
    expect(cloud.requests).toEqual([]);
  });
});
