/** One stream for many devices: `GET /api/tactus/events` (docs/streams-and-channels.md). */
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { type Frame, type OpenStream, openEvents } from './event-reader.ts';
import { startCloud } from './running-cloud.ts';

const PATH = '/api/tactus/events';
const BOTH = { 'x-connection-keys': 'DemoHandy1, DemoOh0001', 'x-api-key': 'any' };
const MANY = Array.from({ length: 65 }, (_, place) => `Device${1_000 + place}`);

const openMany = (port: number, query = '', headers: Readonly<Record<string, string>> = {}): Promise<OpenStream> =>
  openEvents(port, query, { ...BOTH, ...headers }, PATH);

/** The name of a frame, and its device. */
const about = ({ event, data }: Frame) => [event, (data as { connection_key: string }).connection_key];

describe('opening the stream', () => {
  test('each device is announced by device_status first, then events of all follow under their own keys', async () => {
    const { ask, port } = await startCloud();
    const stream = await openMany(port);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
    });
    expect([await stream.next(), await stream.next()].map(about)).toEqual([
      ['device_status', 'DemoHandy1'],
      ['device_status', 'DemoOh0001'],
    ]);
    await ask('PUT /slider/stroke', { body: '{"max":0.6}' });
    await ask('PUT /hvp/start', { headers: { 'x-connection-key': 'DemoOh0001' } });
    expect(about(await stream.next())).toEqual(['stroke_changed', 'DemoHandy1']);
    expect(about(await stream.next())[1]).toBe('DemoOh0001');
  });

  test('it counts as one stream, and is removed when its client disconnects', async () => {
    const { ask, port } = await startCloud();
    const openStreams = async () => /^tactus_open_streams (\d+)$/m.exec((await ask('GET /metrics')).text)?.[1];
    const stream = await openMany(port);
    await stream.next();
    expect(await openStreams()).toBe('1');
    stream.close();
    await expect.poll(openStreams).toBe('0');
  });

  test('a list of events applies to every device', async () => {
    const { ask, port } = await startCloud();
    const stream = await openMany(port, '?events=stroke_changed');
    await stream.next();
    await stream.next();
    await ask('PUT /hamp/start');
    await ask('PUT /slider/stroke', { body: '{"max":0.6}' });
    expect(about(await stream.next())).toEqual(['stroke_changed', 'DemoHandy1']);
  });

  test('a key that is named twice is one device', async () => {
    const { ask, port } = await startCloud();
    const stream = await openMany(port, '', { 'x-connection-keys': 'DemoHandy1,DemoHandy1' });
    await stream.next();
    await ask('PUT /slider/stroke', { body: '{"max":0.6}' });
    expect(about(await stream.next())[0]).toBe('stroke_changed');
    await ask('PUT /slider/stroke', { body: '{"max":0.5}' });
    expect(await stream.next()).toMatchObject({ data: { data: { max: 0.5 } } });
  });
});

describe('refusals of the stream', () => {
  const plain = { asOwner: false };

  test('a missing or bad credential is 401, and one in the address is ignored', async () => {
    const { ask } = await startCloud({ apiKeys: ['good'] });
    const keys = { 'x-connection-keys': 'DemoHandy1' };
    expect(await ask(`GET ${PATH}`, { ...plain, headers: keys })).toMatchObject({ status: 401 });
    expect(await ask(`GET ${PATH}?apikey=good`, { ...plain, headers: keys })).toMatchObject({ status: 401 });
    const bad = { ...keys, authorization: 'Bearer bad' };
    expect(await ask(`GET ${PATH}`, { ...plain, headers: bad })).toMatchObject({ status: 401 });
  });

  test('no key, a key in the address, too many keys and a malformed one are 400', async () => {
    const { ask } = await startCloud();
    const withKeys = (keys: string) => ({ ...plain, headers: { 'x-api-key': 'any', 'x-connection-keys': keys } });
    for (const keys of ['', ' , ', 'no', 'DemoHandy1,chref:Abcdef12', MANY.join(',')])
      expect(await ask(`GET ${PATH}`, withKeys(keys))).toMatchObject({ status: 400, json: { name: 'Bad request' } });
    const credential = { 'x-api-key': 'any' };
    expect(await ask(`GET ${PATH}?ck=DemoHandy1`, { ...plain, headers: credential })).toMatchObject({ status: 400 });
  });

  test('64 devices are accepted', async () => {
    const { port } = await startCloud();
    const stream = await openMany(port, '', { 'x-connection-keys': MANY.slice(1).join(',') });
    const frames: Frame[] = [];
    while (frames.length < 64) frames.push(await stream.next());
    expect(new Set(frames.map(({ event }) => event))).toEqual(new Set(['device_status']));
  });

  test('a token for one device opens a stream of that device alone, which ends with the token', async () => {
    const time = createFakeTime();
    const { ask, port } = await startCloud({}, time);
    const issued = await ask('GET /auth/token/issue?ttl=60&ck=DemoHandy1');
    const { token } = (issued.json as { result: { token: string } }).result;
    const headers = { authorization: `Bearer ${token}`, 'x-connection-keys': 'DemoHandy1' };
    const both = { ...plain, headers: { ...headers, 'x-connection-keys': 'DemoHandy1,DemoOh0001' } };
    expect(await ask(`GET ${PATH}`, both)).toMatchObject({ status: 403 });
    const stream = await openEvents(port, '', headers, PATH);
    await stream.next();
    await time.run(60_000 + 15_000);
    await stream.ended;
  });

  test('another period than 100 to 5000 ms is 400', async () => {
    const { ask } = await startCloud();
    for (const samples of ['99', '5001', '0.5', 'often'])
      expect(await ask(`GET ${PATH}?samples=${samples}`, { headers: BOTH })).toMatchObject({ status: 400 });
  });

  test("the vendor's profile has no such stream", async () => {
    const { ask } = await startCloud({ profile: 'vendor' });
    expect(await ask(`GET ${PATH}`, { headers: BOTH })).toMatchObject({ status: 404 });
  });
});

test("a client that reconnects with its last ids receives each device's missed events, once", async () => {
  const { ask, port } = await startCloud();
  const setStroke = (max: number) => ask('PUT /slider/stroke', { body: JSON.stringify({ max }) });
  const setVelocity = (amplitude: number) =>
    ask('PUT /hvp/state', {
      headers: { 'x-connection-key': 'DemoOh0001' },
      body: JSON.stringify({ amplitude, frequency: 50, position: 0 }),
    });
  const first = await openMany(port, '?events=stroke_changed,hvp_state_changed');
  await first.next();
  await first.next();
  await setStroke(0.9);
  await setVelocity(0.1);
  const received = [await first.next(), await first.next()];
  first.close();
  await setStroke(0.8);
  await setVelocity(0.2);
  const ids = received.map(({ id }) => id).reverse();
  const second = await openMany(port, '?events=stroke_changed,hvp_state_changed', {
    'x-last-event-ids': `${ids.join(' , ')},nonsense`,
  });
  const frames = [await second.next(), await second.next(), await second.next(), await second.next()];
  expect(frames.map(about)).toEqual([
    ['device_status', 'DemoHandy1'],
    ['stroke_changed', 'DemoHandy1'],
    ['device_status', 'DemoOh0001'],
    ['hvp_state_changed', 'DemoOh0001'],
  ]);
  expect(frames[1]).toMatchObject({ data: { data: { max: 0.8 } } });
});

test('positions come while the slider moves, once more when it rests, and then no more', async () => {
  const { ask, port } = await startCloud();
  const stream = await openMany(port, '?samples=100&events=mode_changed');
  await stream.next();
  await stream.next();
  await ask('PUT /hamp/start');
  await ask('PUT /hamp/velocity', { body: '{"velocity":0.5}' });
  const [, sample] = [await stream.until('position_sample'), await stream.next()];
  expect(sample).toMatchObject({
    event: 'position_sample',
    id: undefined,
    data: {
      connection_key: 'DemoHandy1',
      data: {
        position: expect.any(Number),
        position_absolute: expect.any(Number),
        speed_absolute: expect.any(Number),
        dir: expect.any(Boolean),
        at: expect.any(Number),
      },
    },
  });
  await ask('PUT /hamp/stop');
  const speedOf = ({ data }: Frame) => (data as { data: { speed_absolute: number } }).data.speed_absolute;
  let last = await stream.next();
  while (speedOf(last) > 0) last = await stream.next();
  await ask('PUT /mode2', { body: '{"mode":2}' });
  expect((await stream.until('mode_changed')).map(({ event }) => event)).toEqual(['mode_changed']);
});
