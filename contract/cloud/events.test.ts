import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { startCloud } from './running-cloud.ts';
import { testDevice } from './test-device.ts';

const QUERY = '?ck=DemoHandy1&apikey=x';
const HEARTBEAT_MS = 15_000;

describe('opening a stream', () => {
  test('the first frame is device_status, then come the events of commands in their order', async () => {
    const { ask, port } = await startCloud();
    const stream = await openEvents(port, QUERY);
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
    expect(stream.response.headers['content-encoding']).toBeUndefined();
    expect(await stream.next()).toMatchObject({
      event: 'device_status',
      data: { connection_key: 'DemoHandy1', data: { connected: true, info: { hw_model_no: 0 } } },
    });
    await ask('PUT /hamp/start');
    await ask('PUT /hamp/velocity', { body: '{"velocity":0.4}' });
    const frames = await stream.until('hamp_state_changed');
    expect(frames.map(({ event }) => event)).toEqual(['mode_changed', 'hamp_state_changed']);
    expect(await stream.next()).toMatchObject({
      event: 'hamp_state_changed',
      data: { connection_key: 'DemoHandy1', data: { play_state: 1, velocity: 0.4 } },
    });
  });

  test('keys are read from the headers too', async () => {
    const { port } = await startCloud({ apiKeys: ['good'] });
    for (const headers of [
      { 'x-connection-key': 'DemoHandy1', 'x-api-key': 'good' },
      { 'x-connection-key': 'DemoHandy1', authorization: 'Bearer good' },
    ])
      expect(await (await openEvents(port, '', headers)).next()).toMatchObject({ event: 'device_status' });
  });

  test('without a good credential it is 401, without a key 400, in the forms of every other call', async () => {
    const { ask } = await startCloud({ apiKeys: ['good'] });
    const plain = { asOwner: false };
    expect(await ask('GET /sse?ck=DemoHandy1', plain)).toMatchObject({ status: 401, json: { error: { name: '' } } });
    expect(await ask('GET /sse?ck=DemoHandy1&apikey=bad', plain)).toMatchObject({ status: 401 });
    expect(await ask('GET /sse?apikey=good', plain)).toMatchObject({ status: 400, json: { name: 'Bad request' } });
    expect(await ask('GET /sse?apikey=good&ck=no', plain)).toMatchObject({ status: 400 });
    expect(
      await ask('GET /info?apikey=good', { ...plain, headers: { 'x-connection-key': 'DemoHandy1' } }),
    ).toMatchObject({
      status: 401,
    });
  });

  test('only the events of the list arrive, and device_status; unknown names are ignored', async () => {
    const { ask, port } = await startCloud();
    const stream = await openEvents(port, `${QUERY}&events=stroke_changed,warp_engaged`);
    expect((await stream.next()).event).toBe('device_status');
    await ask('PUT /hamp/start');
    await ask('PUT /slider/stroke', { body: '{"min":0.1,"max":0.9}' });
    expect((await stream.next()).event).toBe('stroke_changed');
  });

  test('a page of another origin may read the stream', async () => {
    const { port } = await startCloud();
    const stream = await openEvents(port, QUERY, { origin: 'https://pages.example.org' });
    expect(stream.response.headers['access-control-allow-origin']).toBe('https://pages.example.org');
  });
});

describe('connections and disconnections', () => {
  test('a cut link is reported, and so is its return under a new session', async () => {
    const { ask, port } = await startCloud();
    const stream = await openEvents(port, QUERY);
    const first = (await stream.next()).data;
    await ask('PUT /_control/devices/DemoHandy1/connected', {
      body: '{"connected":false}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await stream.next()).toMatchObject({
      event: 'device_disconnected',
      data: { data: { session_id: expect.any(String), reason: expect.any(String), timestamp: expect.any(String) } },
    });
    await ask('PUT /_control/devices/DemoHandy1/connected', {
      body: '{"connected":true}',
      headers: { 'content-type': 'application/json' },
    });
    const returned = await stream.next();
    expect(returned).toMatchObject({ event: 'device_connected', data: { data: { connected: true } } });
    expect(sessionOf(returned.data)).not.toBe(sessionOf(first));
  });

  test("a stream for an unknown key stays open, and receives the device's events once it is created", async () => {
    const { ask, port } = await startCloud();
    const stream = await openEvents(port, '?ck=NotYetHere1&apikey=x');
    expect(await stream.next()).toMatchObject({ event: 'device_status', data: { data: { connected: false } } });
    await ask('POST /_control/devices', {
      body: '{"model":"oh","connectionKey":"NotYetHere1"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await stream.next()).toMatchObject({
      event: 'device_connected',
      data: { connection_key: 'NotYetHere1', data: { connected: true, info: { hw_model_no: 1 } } },
    });
  });
});

describe('resuming a stream', () => {
  test('Last-Event-ID gives device_status, then each missed event once, then new ones', async () => {
    const { ask, port } = await startCloud();
    const setStroke = (max: number) => ask('PUT /slider/stroke', { body: JSON.stringify({ min: 0, max }) });
    const first = await openEvents(port, QUERY);
    await first.next();
    await setStroke(0.9);
    const received = await first.next();
    first.close();
    await setStroke(0.8);
    await setStroke(0.7);
    const second = await openEvents(port, QUERY, { 'last-event-id': received.id ?? '' });
    expect((await second.next()).event).toBe('device_status');
    expect(await second.next()).toMatchObject({ data: { data: { max: 0.8 } } });
    expect(await second.next()).toMatchObject({ data: { data: { max: 0.7 } } });
    await setStroke(0.6);
    expect(await second.next()).toMatchObject({ data: { data: { max: 0.6 } } });
  });

  test('an unknown id resumes nothing and is no error', async () => {
    const { ask, port } = await startCloud();
    await ask('PUT /hamp/start');
    const stream = await openEvents(port, QUERY, { 'last-event-id': '17' });
    expect((await stream.next()).event).toBe('device_status');
    await ask('PUT /slider/stroke', { body: '{"max":0.6}' });
    expect((await stream.next()).event).toBe('stroke_changed');
  });
});

describe('keeping a stream open', () => {
  test('a comment every 15 s prevents a silent stream from being closed', async () => {
    const time = createFakeTime();
    const { port } = await startCloud({}, time);
    const stream = await openEvents(port, QUERY);
    await stream.next();
    const comment = new Promise<string>((resolve) => stream.response.once('data', resolve));
    await time.run(HEARTBEAT_MS);
    expect(await comment).toBe(':\n\n');
  });

  test('a stream ends with its token, and not before', async () => {
    const time = createFakeTime();
    const { ask, port } = await startCloud({}, time);
    const issued = await ask('GET /auth/token/issue?ttl=60&ck=DemoHandy1');
    const { token } = (issued.json as { result: { token: string } }).result;
    const refused = await openEvents(port, `?ck=DemoOh0001&apikey=${token}`);
    expect(refused.response.statusCode).toBe(403);
    const stream = await openEvents(port, `?ck=DemoHandy1&apikey=${token}`);
    await stream.next();
    await time.run(HEARTBEAT_MS * 3);
    await ask('PUT /slider/stroke', { body: '{"max":0.6}' });
    expect((await stream.next()).event).toBe('stroke_changed');
    await time.run(HEARTBEAT_MS);
    await stream.ended;
  });

  test('streams are counted apart from commands, so that reopened ones leave the device reachable', async () => {
    const { ask, port } = await startCloud({ rateLimitPerMinute: 3 }, createFakeTime());
    const opened = [await openEvents(port, QUERY), await openEvents(port, QUERY), await openEvents(port, QUERY)];
    expect(opened.map(({ response }) => response.headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0']);
    expect((await ask(`GET /sse${QUERY}`, { asOwner: false })).status).toBe(429);
    const started = await ask('PUT /hamp/start', { headers: { 'x-api-key': 'x' } });
    expect([started.status, started.headers['x-ratelimit-remaining']]).toEqual([200, '2']);
  });

  test('a client that disconnects is removed', async () => {
    const { ask, port } = await startCloud();
    const openStreams = async () => /^tactus_open_streams (\d+)$/m.exec((await ask('GET /metrics')).text)?.[1];
    const streams = [await openEvents(port, QUERY), await openEvents(port, QUERY)];
    expect(await openStreams()).toBe('2');
    for (const stream of streams) stream.close();
    await expect.poll(openStreams).toBe('0');
  });

  test('a client that stops reading is disconnected instead of filling the memory', async () => {
    const { ask, port, cloud } = await startCloud();
    const device = testDevice({ connectionKey: 'Talkative1' });
    cloud.link(device);
    const stream = await openEvents(port, '?ck=Talkative1&apikey=x');
    await stream.next();
    stream.response.pause();
    const openStreams = async () => /^tactus_open_streams (\d+)$/m.exec((await ask('GET /metrics')).text)?.[1];
    const message = 'a'.repeat(128 * 1024);
    for (let sent = 0; sent < 200 && (await openStreams()) === '1'; sent++)
      device.emit({ name: 'device_error', data: { code: sent, message } });
    expect(await openStreams()).toBe('0');
  });

  test('closing the cloud ends every stream', async () => {
    const { cloud, port } = await startCloud();
    const streams = [await openEvents(port, QUERY), await openEvents(port, '?ck=NobodyHere1&apikey=x')];
    await cloud.close();
    for (const { ended } of streams) await ended;
  });
});

function sessionOf(data: unknown): unknown {
  return (data as { data: { info: { session_id: string } } }).data.info.session_id;
}
