import { API_VERSION, calls, type ResultOf } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { createScriptedCloud, jsonResponse, type Reply, refusal, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { type ClientConfig, createClient } from './client.ts';

const hamp = { play_state: 1, velocity: 0.4, direction: true };
const hsp = {
  play_state: 3,
  pause_on_starving: false,
  points: 0,
  max_points: 4000,
  current_point: 0,
  current_time: 0,
  loop: false,
  playback_rate: 1,
  first_point_time: 0,
  last_point_time: 0,
  stream_id: 7,
  tail_point_stream_index: 0,
  tail_point_stream_index_threshold: 0,
};

function setUp(config: Partial<ClientConfig> = {}) {
  const cloud = createScriptedCloud();
  const time = createFakeTime();
  const client = createClient({
    baseUrl: SCRIPTED_BASE,
    apiKey: 'app-1',
    connectionKey: 'DemoHandy1',
    fetch: cloud.fetch,
    time,
    random: createRandom(1),
    ...config,
  });
  const last = () => cloud.requests.at(-1)!;
  return { cloud, time, client, last };
}

async function failureOf(run: PromiseLike<unknown>): Promise<DeviceError> {
  const thrown = await Promise.resolve(run).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(DeviceError);
  return thrown as DeviceError;
}

describe('what is sent', () => {
  test('a call goes out with key, application key, Accept, timeout and a JSON body', async () => {
    const { cloud, client, last } = setUp();
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

  test('a method per group and call does the same, and its type comes from the table', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hamp/velocity', () => ({ result: hamp }));
    const state = await client.hamp.velocity({ velocity: 0.4 });
    expectTypeOf(state).toEqualTypeOf<ResultOf<'hamp.velocity'>>();
    expect(last().body).toEqual({ velocity: 0.4 });
  });

  test('there is a method for every call of the contract but the event stream', () => {
    const { client } = setUp();
    const missing = calls.filter(({ group, name }) => {
      const methods: Record<string, unknown> = group === 'sse' ? {} : client[group];
      return typeof methods[name.split('.')[1] ?? ''] !== 'function';
    });
    expect(missing.map(({ name }) => name)).toEqual(['sse.events']);
  });

  test('a call without input has no body and no content type', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hamp/start', () => ({ result: hamp }));
    await client.hamp.start();
    expect(last().body).toBeUndefined();
    expect(last().headers['content-type']).toBeUndefined();
  });

  test("the cloud's clock is asked without key and credentials", async () => {
    const { cloud, client, last } = setUp({ bearer: 'token' });
    cloud.on('GET /servertime', () => ({ server_time: 5 }));
    expect(await client.utils.servertime()).toEqual({ server_time: 5 });
    expect(last().headers).toEqual({ accept: 'application/json' });
    expect(last().query).toEqual({});
  });

  test('pause and resume carry no timeout', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hsp/pause', () => ({ result: hsp }));
    await client.hsp.pause();
    expect(last().query).toEqual({});
  });

  test('the timeout is kept between 5000 and 60000 ms, and a call may have its own', async () => {
    const { cloud, client, last } = setUp({ timeoutMs: 100 });
    cloud.on('GET /info', () => refusal(1001, 'Device not connected'));
    await failureOf(client.info.info());
    expect(last().query['timeout']).toBe('5000');
    await failureOf(client.info.info({}, { timeoutMs: 90_000 }));
    expect(last().query['timeout']).toBe('60000');
  });

  test('bearer token or basic credentials travel in Authorization', async () => {
    const bearer = setUp({ bearer: 'a-token' });
    bearer.cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    await bearer.client.info.mode();
    expect(bearer.last().headers['authorization']).toBe('Bearer a-token');
    const basic = setUp({ apiKey: undefined, basic: { username: 'us', password: 'pæss' } });
    basic.cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    await basic.client.info.mode();
    expect(basic.last().headers['authorization']).toBe(`Basic ${Buffer.from('us:pæss').toString('base64')}`);
    expect(basic.last().headers['x-api-key']).toBeUndefined();
  });

  test('credentials go along only when asked for', async () => {
    const { cloud, client, last } = setUp({ withCredentials: true });
    cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    await client.info.mode();
    expect(last().credentials).toBe('include');
  });

  test('the API version fills a place in the base, default 3.0.0', async () => {
    const { cloud, client, last } = setUp({ baseUrl: 'http://cloud.test/v3/{api-version}/' });
    cloud.on(`GET /${API_VERSION}/mode`, () => ({ result: { mode: 7 } }));
    await client.info.mode();
    expect(last().path).toBe('/3.0.0/mode');
  });

  test('points are rounded to integers, in add and in play', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hsp/add', () => ({ result: hsp }));
    cloud.on('PUT /hsp/play', () => ({ result: hsp }));
    await client.hsp.add({ points: [{ t: 10.4, x: 99.6 }], tail_point_stream_index: 1 });
    expect(last().body).toMatchObject({ points: [{ t: 10, x: 100 }] });
    await client.hsp.play({ start_time: 0, add: { points: [{ t: 1.5, x: 0.2 }] } });
    expect(last().body).toMatchObject({ add: { points: [{ t: 2, x: 0 }] } });
  });

  test('a new stream gets a random id from 1 to 4294967295; 0 is never sent', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hsp/setup', () => ({ result: hsp }));
    await client.hsp.setup();
    const first = (last().body as { stream_id: number }).stream_id;
    await client.hsp.setup({ stream_id: 0 });
    const second = (last().body as { stream_id: number }).stream_id;
    for (const id of [first, second]) expect(Number.isInteger(id) && id >= 1 && id <= 4_294_967_295).toBe(true);
    expect(first).not.toBe(second);
    await client.hsp.setup({ stream_id: 9 });
    expect(last().body).toEqual({ stream_id: 9 });
  });

  test("the threshold takes the law's argument name and sends the wire's", async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hsp/threshold', () => ({ result: hsp }));
    await client.hsp.threshold({ tailPointThreshold: 5 });
    expect(last().body).toEqual({ tail_point_threshold: 5 });
  });

  test('sync time takes filter 0.5 unless told otherwise', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hsp/synctime', () => ({ result: hsp }));
    await client.hsp.synctime({ current_time: 10, server_time: 20 });
    expect(last().body).toEqual({ current_time: 10, server_time: 20, filter: 0.5 });
  });

  test('a token is asked for with the key under both names, and with no key in a header', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('GET /auth/token/issue', () => refusal(1000, 'no'));
    await failureOf(client.auth.issueToken({ ck: 'DemoHandy1', ttl: 60, origin: 'http://a.test' }));
    expect(last().query).toEqual({ ck: 'DemoHandy1', to: 'DemoHandy1', ttl: '60', origin: 'http://a.test' });
    expect(last().headers['x-connection-key']).toBeUndefined();
  });

  test('xpvp sends its speed under both names', async () => {
    const { cloud, client, last } = setUp();
    cloud.on('PUT /hdsp/xpvp', () => ({ result: 'ok' }));
    expect(await client.hdsp.xpvp({ xp: 0.5, vp: 0.2 })).toBe('ok');
    expect(last().body).toMatchObject({ xp: 0.5, vp: 0.2, va: 0.2 });
  });
});

describe('what is not sent', () => {
  test("a velocity outside 0 and 1 is refused with the law's text before anything is sent", async () => {
    const { cloud, client } = setUp();
    for (const velocity of [-0.01, 1.01, Number.NaN]) {
      const error = await failureOf(client.hamp.velocity({ velocity }));
      expect(error.code).toBe('bad-input');
      if (!Number.isNaN(velocity)) expect(error.message).toBe('Velocity must be between 0 and 1');
    }
    expect(cloud.requests).toEqual([]);
  });

  test('a device call without a key is refused', async () => {
    const { cloud, client } = setUp({ connectionKey: undefined });
    const error = await failureOf(client.hamp.start());
    expect(error).toMatchObject({ code: 'bad-input', message: 'Connection key is required' });
    expect(cloud.requests).toEqual([]);
  });
});

describe('what comes back', () => {
  const answering = (reply: Reply) => {
    const parts = setUp();
    parts.cloud.on('PUT /hamp/start', reply);
    parts.cloud.on('PUT /hsp/pause', reply);
    parts.cloud.on('GET /connected', reply);
    parts.cloud.on('GET /servertime', reply);
    return parts.client;
  };

  test('device refusals inside a good answer become codes, and keep the message', async () => {
    expect(await failureOf(answering(() => refusal(1001, 'Device not connected')).hamp.start())).toMatchObject({
      code: 'not-connected',
      message: 'Device not connected',
      refusal: { code: 1001, connected: false },
    });
    expect((await failureOf(answering(() => refusal(1002, 'Device timeout')).hamp.start())).code).toBe('timeout');
    expect(await failureOf(answering(() => refusal(100006, 'Slider blocked')).hamp.start())).toMatchObject({
      code: 'refused',
      refusal: { code: 100006 },
    });
    expect(await failureOf(answering(() => ({ error: 'as text' })).hamp.start())).toMatchObject({
      code: 'refused',
      message: 'as text',
    });
  });

  test("an answer without a result is 'No result', 204 too", async () => {
    for (const reply of [() => ({}), () => ({ other: 1 }), () => new Response(null, { status: 204 }), () => hamp])
      expect(await failureOf(answering(reply).hamp.start())).toMatchObject({ code: 'no-result', message: 'No result' });
  });

  test('pause may answer with or without an envelope', async () => {
    expect(await answering(() => hsp).hsp.pause()).toEqual(hsp);
    expect(await answering(() => ({ result: hsp })).hsp.pause()).toEqual(hsp);
  });

  test('a result of an unknown form is an error, not a wrong value', async () => {
    const error = await failureOf(answering(() => ({ result: { play_state: 77 } })).hamp.start());
    expect(error.code).toBe('unreadable');
    expect((await failureOf(answering(() => ({})).utils.servertime())).code).toBe('unreadable');
  });

  test('unknown fields of a result are dropped without a word', async () => {
    expect(await answering(() => ({ result: { ...hamp, extra: 1 } })).hamp.start()).toEqual(hamp);
  });

  test('401 is unauthenticated with the words of the body', async () => {
    const error = await failureOf(
      answering(() => jsonResponse({ error: { name: '', message: 'Unauthenticated' } }, 401)).hamp.start(),
    );
    expect(error).toMatchObject({
      code: 'unauthenticated',
      message: 'Unauthenticated',
      http: { kind: 'api', status: 401, statusText: 'Unauthorized' },
    });
  });

  test('429 is rate-limited', async () => {
    expect(await failureOf(answering(() => jsonResponse({}, 429)).hamp.start())).toMatchObject({
      code: 'rate-limited',
      message: 'Too Many Requests',
    });
  });

  test('a status with a standard name is an API error with url, status, statusText and body', async () => {
    const body = { name: 'Bad request', message: 'Missing connection key in request' };
    const error = await failureOf(answering(() => jsonResponse(body, 404)).hamp.start());
    expect(error).toMatchObject({
      code: 'api',
      message: 'Not Found',
      http: {
        kind: 'api',
        url: `${SCRIPTED_BASE}/hamp/start?timeout=5000`,
        status: 404,
        statusText: 'Not Found',
        body,
      },
    });
  });

  test('any other status is a generic error with status, status text and body', async () => {
    const error = await failureOf(
      answering(() => new Response('odd', { status: 599, statusText: 'Weird' })).hamp.start(),
    );
    expect(error).toMatchObject({
      code: 'http',
      http: { kind: 'http', status: 599, statusText: 'Weird', body: 'odd' },
    });
    expect(error.message).toBe('HTTP status 599 Weird: odd');
  });

  test('where the law gives a text for a status it is the message, and the body is the cause', async () => {
    const body = { name: 'Bad request', message: 'Missing connection key in request' };
    const error = await failureOf(answering(() => jsonResponse(body, 400)).info.connected());
    expect(error.message).toBe('Bad request.');
    expect(error.cause).toEqual(body);
    const token = setUp();
    const texts = { 400: 'Bad request.', 401: 'Unauthorized', 403: 'Forbidden', 408: 'Request timeout.' };
    for (const [status, text] of Object.entries({ ...texts, 500: 'Internal server error.' })) {
      token.cloud.on('GET /auth/token/issue', () => jsonResponse({}, Number(status)));
      expect((await failureOf(token.client.auth.issueToken({}))).message).toBe(text);
    }
  });

  test('a cloud that cannot be reached is a network error with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const error = await failureOf(
      answering(() => {
        throw cause;
      }).hamp.start(),
    );
    expect(error).toMatchObject({ code: 'network', message: 'fetch failed', cause });
  });
});

describe('waiting and cancelling', () => {
  const never = () => new Promise(() => undefined);

  test('no answer within the timeout and two seconds is a timeout', async () => {
    const { cloud, client, time } = setUp();
    cloud.on('GET /mode', never);
    const request = client.info.mode();
    const failure = failureOf(request);
    await time.run(6_999);
    expect(request.state).toBe('pending');
    await time.run(1);
    expect((await failure).code).toBe('timeout');
    expect(time.pending()).toBe(0);
  });

  test("a cancelled request ends with 'Request aborted' and says that it was cancelled", async () => {
    const { cloud, client, time } = setUp();
    cloud.on('GET /mode', never);
    const request = client.info.mode();
    request.cancel();
    expect(request.state).toBe('cancelled');
    expect(await failureOf(request)).toMatchObject({ code: 'aborted', message: 'Request aborted' });
    await time.settle();
    expect(time.pending()).toBe(0);
  });

  test("the caller's own signal cancels too, before and while it is under way", async () => {
    const { cloud, client } = setUp();
    cloud.on('GET /mode', never);
    const controller = new AbortController();
    const request = client.call('info.mode', {}, { signal: controller.signal });
    controller.abort();
    expect((await failureOf(request)).message).toBe('Request aborted');
    const late = client.call('info.mode', {}, { signal: controller.signal });
    expect((await failureOf(late)).code).toBe('aborted');
    expect(cloud.requests).toHaveLength(1);
  });

  test('a request that ended cannot be cancelled any more', async () => {
    const { cloud, client } = setUp();
    cloud.on('GET /mode', () => ({ result: { mode: 7 } }));
    const request = client.info.mode();
    await request;
    request.cancel();
    expect(request.state).toBe('resolved');
    cloud.on('GET /mode', () => ({}));
    const bad = client.info.mode();
    await failureOf(bad);
    expect(bad.state).toBe('rejected');
  });
});
