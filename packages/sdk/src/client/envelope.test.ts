import { describe, expect, test } from 'vitest';
import { deviceErrorOf, hamp, hsp, setUpClient } from '../testing/client-parts.ts';
import { jsonResponse, type Reply, refusal, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';

describe('answers', () => {
  const answering = (reply: Reply) => {
    const parts = setUpClient();
    parts.cloud.on('PUT /hamp/start', reply);
    parts.cloud.on('PUT /hsp/pause', reply);
    parts.cloud.on('GET /connected', reply);
    parts.cloud.on('GET /servertime', reply);
    return parts.client;
  };

  test('device refusals in a good HTTP answer become codes with their message', async () => {
    expect(await deviceErrorOf(answering(() => refusal(1001, 'Device not connected')).hamp.start())).toMatchObject({
      code: 'not-connected',
      message: 'Device not connected',
      refusal: { code: 1001, connected: false },
    });
    expect((await deviceErrorOf(answering(() => refusal(1002, 'Device timeout')).hamp.start())).code).toBe('timeout');
    expect(await deviceErrorOf(answering(() => refusal(100006, 'Slider blocked')).hamp.start())).toMatchObject({
      code: 'refused',
      refusal: { code: 100006 },
    });
    expect(await deviceErrorOf(answering(() => ({ error: 'as text' })).hamp.start())).toMatchObject({
      code: 'refused',
      message: 'as text',
    });
  });

  test.each([
    [{ code: 1001, name: null, message: 'Away', connected: false }, 'not-connected', { code: 1001, connected: false }],
    [{ code: '1001', message: 'Away', connected: null }, 'not-connected', { code: 1001, message: 'Away' }],
    [{ code: 100006, name: 6, message: 'Away', data: 5 }, 'refused', { code: 100006, data: 5 }],
    [{ code: 'none', message: 'Away', connected: true }, 'refused', { message: 'Away', connected: true }],
  ])('of a refusal each field is read by itself: %j', async (error, code, refusal) => {
    const read = await deviceErrorOf(answering(() => ({ error })).hamp.start());
    expect(read).toMatchObject({ code, message: 'Away', refusal });
    expect(Object.values(read.refusal ?? {})).not.toContain(null);
  });

  test.each([[[]], [{}], [{ message: 7 }], [true]])('a refusal of another form has no fields: %j', async (error) => {
    const read = await deviceErrorOf(answering(() => ({ error })).hamp.start());
    expect([read.code, read.message, read.refusal]).toEqual(['refused', 'Refused', {}]);
  });

  test("an answer without a result is 'No result', 204 too", async () => {
    for (const reply of [() => ({}), () => ({ other: 1 }), () => new Response(null, { status: 204 }), () => hamp])
      expect(await deviceErrorOf(answering(reply).hamp.start())).toMatchObject({
        code: 'no-result',
        message: 'No result',
      });
  });

  test('pause may answer with or without an envelope', async () => {
    expect(await answering(() => hsp).hsp.pause()).toEqual(hsp);
    expect(await answering(() => ({ result: hsp })).hsp.pause()).toEqual(hsp);
  });

  test('a result of an unknown form is an error, not a wrong value', async () => {
    const error = await deviceErrorOf(answering(() => ({ result: { play_state: 77 } })).hamp.start());
    expect(error.code).toBe('unreadable');
    expect((await deviceErrorOf(answering(() => ({})).utils.servertime())).code).toBe('unreadable');
  });

  test('unknown fields of a result are dropped', async () => {
    expect(await answering(() => ({ result: { ...hamp, extra: 1 } })).hamp.start()).toEqual(hamp);
  });

  test('401 is unauthenticated with the text of the body', async () => {
    const error = await deviceErrorOf(
      answering(() => jsonResponse({ error: { name: '', message: 'Unauthenticated' } }, 401)).hamp.start(),
    );
    expect(error).toMatchObject({
      code: 'unauthenticated',
      message: 'Unauthenticated',
      http: { kind: 'api', status: 401, statusText: 'Unauthorized' },
    });
  });

  test('429 is rate-limited', async () => {
    expect(await deviceErrorOf(answering(() => jsonResponse({}, 429)).hamp.start())).toMatchObject({
      code: 'rate-limited',
      message: 'Too Many Requests',
    });
  });

  test.each([
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': '999999999' }, 3_600_000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', 'x-ratelimit-reset': '20' }, 20_000],
    [{ 'x-ratelimit-reset': '6205' }, 6_205],
    [{ 'x-ratelimit-reset': '70000' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
  ])('429 with %o requests a wait of %s ms', async (headers, retryAfterMs) => {
    const reply = () => new Response('{}', { status: 429, headers });
    expect((await deviceErrorOf(answering(reply).hamp.start())).retryAfterMs).toBe(retryAfterMs);
  });

  test('a status with a standard name is an API error with url, status, statusText and body', async () => {
    const body = { name: 'Bad request', message: 'Missing connection key in request' };
    const error = await deviceErrorOf(answering(() => jsonResponse(body, 404)).hamp.start());
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
    const error = await deviceErrorOf(
      answering(() => new Response('odd', { status: 599, statusText: 'Weird' })).hamp.start(),
    );
    expect(error).toMatchObject({
      code: 'http',
      http: { kind: 'http', status: 599, statusText: 'Weird', body: 'odd' },
    });
    expect(error.message).toBe('HTTP status 599 Weird: odd');
  });

  test('the specification’s text for a status is the message, and the body is the cause', async () => {
    const body = { name: 'Bad request', message: 'Missing connection key in request' };
    const error = await deviceErrorOf(answering(() => jsonResponse(body, 400)).info.connected());
    expect(error.message).toBe('Bad request.');
    expect(error.cause).toEqual(body);
    const token = setUpClient();
    const texts = { 400: 'Bad request.', 401: 'Unauthorized', 403: 'Forbidden', 408: 'Request timeout.' };
    for (const [status, text] of Object.entries({ ...texts, 500: 'Internal server error.' })) {
      token.cloud.on('GET /auth/token/issue', () => jsonResponse({}, Number(status)));
      expect((await deviceErrorOf(token.client.auth.issueToken({}))).message).toBe(text);
    }
  });

  test('environment and reboot share the five texts of the token call', async () => {
    const { cloud, client } = setUpClient();
    const texts = { 400: 'Bad request.', 401: 'Unauthorized', 403: 'Forbidden', 408: 'Request timeout.' };
    for (const [status, text] of Object.entries({ ...texts, 500: 'Internal server error.' })) {
      for (const line of ['GET /system/environment', 'PUT /system/environment', 'PUT /system/reboot'])
        cloud.on(line, () => jsonResponse({}, Number(status)));
      expect((await deviceErrorOf(client.system.environment())).message).toBe(text);
      expect((await deviceErrorOf(client.system.setEnvironment({ environment: 0 }))).message).toBe(text);
      expect((await deviceErrorOf(client.system.reboot({ connection_mode: 1 }))).message).toBe(text);
    }
  });

  test("the hstp calls and the read of the stroke have the specification's text for 400", async () => {
    const { cloud, client } = setUpClient();
    for (const line of ['GET /hstp/info', 'GET /hstp/clocksync', 'GET /hstp/offset', 'PUT /hstp/offset'])
      cloud.on(line, () => jsonResponse({}, 400));
    cloud.on('GET /slider/stroke', () => jsonResponse({}, 400));
    const { hstp, slider } = client;
    for (const run of [hstp.info, hstp.clocksync, hstp.offset, () => hstp.setOffset({ offset: 1 }), slider.stroke])
      expect((await deviceErrorOf(run())).message).toBe('Bad request.');
  });

  test('a cloud that cannot be reached is a network error with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const error = await deviceErrorOf(
      answering(() => {
        throw cause;
      }).hamp.start(),
    );
    expect(error).toMatchObject({ code: 'network', message: 'fetch failed', cause });
  });
});
