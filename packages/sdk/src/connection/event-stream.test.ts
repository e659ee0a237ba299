import type { DecodedEvent } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { DeviceError } from '../errors.ts';
import { browserFetch } from '../testing/browser-fetch.ts';
import { createScriptedCloud, jsonResponse, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { reopenDelayMs } from './back-off.ts';
import { type EventStreamOptions, openEventStream } from './event-stream.ts';

const state = { play_state: 1, velocity: 0.4, direction: true };

function setUp(options: Partial<EventStreamOptions> = {}) {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const events: DecodedEvent[] = [];
  const unknown: { name: string | undefined; data: string }[] = [];
  const errors: { error: DeviceError; final: boolean }[] = [];
  let opens = 0;
  const open = () =>
    openEventStream({
      baseUrl: SCRIPTED_BASE,
      apiKey: 'app-1',
      connectionKey: 'DemoHandy1',
      keysIn: 'query',
      fetch: cloud.fetch,
      time,
      random: createRandom(1),
      onOpen: () => {
        opens += 1;
      },
      onEvent: (event) => events.push(event),
      onUnknown: (frame) => unknown.push(frame),
      onError: (error, final) => errors.push({ error, final }),
      ...options,
    });
  return { time, cloud, events, unknown, errors, open, opens: () => opens };
}

describe('opening', () => {
  test('keys are in the address for a cloud that reads no headers, without credentials', async () => {
    const { time, cloud, open, opens } = setUp();
    const stream = open();
    await time.settle();
    expect(cloud.requests[0]).toMatchObject({
      line: 'GET /sse',
      query: { apikey: 'app-1', ck: 'DemoHandy1' },
      credentials: 'omit',
      headers: { accept: 'text/event-stream' },
    });
    expect(cloud.requests[0]?.headers['x-connection-key']).toBeUndefined();
    expect([stream.connected, opens()]).toEqual([true, 1]);
    stream.close();
    expect(stream.connected).toBe(false);
  });

  test('keys travel in headers to a cloud that supports it, and a choice of events in the query', async () => {
    const { time, cloud, open } = setUp({ keysIn: 'headers', events: ['mode_changed', 'battery_changed'] });
    const stream = open();
    await time.settle();
    expect(cloud.requests[0]).toMatchObject({
      line: 'GET /sse',
      query: { events: 'mode_changed,battery_changed' },
      headers: { 'x-api-key': 'app-1', 'x-connection-key': 'DemoHandy1' },
    });
    stream.close();
  });

  test("takes a browser's own `fetch`", async () => {
    const { time, open, errors, opens } = setUp({ fetch: browserFetch(createScriptedCloud().fetch) });
    const stream = open();
    await time.settle();
    expect([errors, opens()]).toEqual([[], 1]);
    stream.close();
  });

  test("without base, application key or connection key it is the specification's error", () => {
    for (const missing of [{ baseUrl: '' }, { apiKey: undefined }, { connectionKey: undefined }])
      expect(setUp(missing).open).toThrow('Handy API SSE config not set');
  });
});

describe('frames', () => {
  test('named and unnamed, nested once or twice, are decoded; others are reported as unknown', async () => {
    const { time, cloud, events, unknown, open } = setUp();
    const stream = open();
    await time.settle();
    cloud.stream.send('hamp_state_changed', state);
    const inner = { connection_key: 'DemoHandy1', data: { data: state } };
    cloud.stream.write(`data: ${JSON.stringify({ id: '1', type: 'hamp_state_changed', data: inner })}\n\n`);
    cloud.stream.send('warp_engaged', {});
    cloud.stream.write(': a comment\n\n');
    await time.settle();
    expect(events).toEqual([
      { name: 'hamp_state_changed', data: state, connectionKey: 'DemoHandy1' },
      { name: 'hamp_state_changed', data: state, connectionKey: 'DemoHandy1' },
    ]);
    expect(unknown.map(({ name }) => name)).toEqual(['warp_engaged']);
    stream.close();
  });

  test('that arrive in pieces, in the middle of a character too, are put together', async () => {
    const { time, cloud, events, open } = setUp();
    const stream = open();
    await time.settle();
    const frame = `event: device_error\ndata: {"connection_key":"DemoHandy1","data":{"code":1,"message":"varmt ø"}}\n\n`;
    const cut = frame.indexOf('code');
    cloud.stream.write(frame.slice(0, cut));
    await time.settle();
    cloud.stream.write(frame.slice(cut));
    await time.settle();
    expect(events[0]?.data).toEqual({ code: 1, message: 'varmt ø' });
    stream.close();
  });
});

describe('reconnecting', () => {
  test('a stream that ends is opened again soon, with the id of the last frame', async () => {
    const { time, cloud, errors, open } = setUp();
    const stream = open();
    await time.settle();
    cloud.stream.send('hamp_state_changed', state, '41');
    await time.settle();
    cloud.stream.end();
    await time.settle();
    expect(stream.connected).toBe(false);
    expect(errors).toMatchObject([{ error: { code: 'network', message: 'The event stream ended' }, final: false }]);
    await time.run(900);
    expect(cloud.stream.opened()).toBe(2);
    expect(cloud.requests[1]?.headers['last-event-id']).toBe('41');
    expect(stream.connected).toBe(true);
    stream.close();
  });

  test('a stream without a byte for 45 s counts as dead; a comment keeps it alive', async () => {
    const { time, cloud, errors, open } = setUp();
    const stream = open();
    await time.run(40_000);
    cloud.stream.write(': ping\n\n');
    await time.run(44_000);
    expect(errors).toEqual([]);
    await time.run(1_000);
    expect(errors).toMatchObject([{ error: { code: 'timeout', message: 'The event stream is silent' } }]);
    await time.run(1_000);
    expect(cloud.stream.opened()).toBe(2);
    stream.close();
  });

  test('repeated failures wait longer and longer, and one that no retry can fix ends it', async () => {
    const { time, cloud, errors, open } = setUp();
    cloud.on('GET /sse', () => jsonResponse({ error: { message: 'later' } }, 503));
    const stream = open();
    await time.run(10_000);
    const attempts = cloud.requests.length;
    expect(attempts).toBeGreaterThan(2);
    expect(attempts).toBeLessThan(7);
    expect(errors[0]).toMatchObject({ error: { code: 'api', http: { status: 503 } }, final: false });
    expect(errors[0]?.error.http?.url).toBe(`${SCRIPTED_BASE}/sse?apikey=***&ck=***`);
    cloud.on('GET /sse', () => jsonResponse({ error: { name: '', message: 'Unauthenticated' } }, 401));
    await time.run(60_000);
    expect(errors.at(-1)).toMatchObject({ error: { code: 'unauthenticated' }, final: true });
    const before = cloud.requests.length;
    await time.run(600_000);
    expect(cloud.requests.length).toBe(before);
    stream.close();
  });

  const blocked = () => new Response('<h1>Blocked</h1>', { status: 403, headers: { 'content-type': 'text/html' } });

  test('a refusal without a JSON body, as of a proxy, does not end it', async () => {
    const { time, cloud, errors, open } = setUp();
    cloud.on('GET /sse', blocked);
    const stream = open();
    await time.run(600_000);
    expect(errors.length).toBeGreaterThan(15);
    expect(errors.filter(({ final }) => final)).toEqual([]);
    cloud.on('GET /sse', () => undefined);
    await time.run(40_000);
    expect(stream.connected).toBe(true);
    stream.close();
  });

  test('of a cloud that may refuse without a JSON body, the seventh such refusal in a row ends it', async () => {
    const { time, cloud, errors, open } = setUp({ bareRefusalsMax: 7 });
    cloud.on('GET /sse', () => (errors.length === 6 ? jsonResponse({}, 503) : blocked()));
    const stream = open();
    await time.run(600_000);
    expect(errors.map(({ final }) => final)).toEqual([...Array(13).fill(false), true]);
    stream.close();
  });

  test('a nudge opens it now when it waits, and does nothing when it is open', async () => {
    const { time, cloud, open } = setUp();
    cloud.on('GET /sse', () => jsonResponse({}, 503));
    const stream = open();
    await time.run(20_000);
    const before = cloud.requests.length;
    cloud.on('GET /sse', () => undefined);
    stream.nudge();
    await time.settle();
    expect(cloud.requests.length).toBe(before + 1);
    expect(stream.connected).toBe(true);
    stream.nudge();
    await time.settle();
    expect(cloud.requests.length).toBe(before + 1);
    stream.close();
  });

  test('after a nudge it is opened again once it was silent for longer than the time between two comments', async () => {
    const { time, cloud, errors, open } = setUp();
    const stream = open();
    await time.run(30_000);
    cloud.stream.write(': ping\n\n');
    await time.run(4_000);
    stream.nudge();
    await time.run(11_000);
    cloud.stream.write(': ping\n\n');
    await time.run(30_000);
    expect(errors).toEqual([]);
    stream.nudge();
    await time.run(1_000);
    expect(errors).toMatchObject([{ error: { message: 'The event stream is silent' } }]);
    expect(cloud.stream.opened()).toBe(2);
    // Nothing comes on this one.
    await time.run(4_000);
    stream.nudge();
    await time.run(19_000);
    expect(cloud.stream.opened()).toBe(3);
    stream.close();
  });

  test('time that the machine slept, which its monotonic clock may not count, counts as silence after a nudge', async () => {
    const { time, cloud, open } = setUp();
    const stream = open();
    await time.run(5_000);
    time.setWallClock(time.now() + 3_600_000);
    stream.nudge();
    await time.run(1_000);
    expect(cloud.stream.opened()).toBe(2);
    stream.close();
  });

  test('a closed stream sends no request and leaves no timer', async () => {
    const { time, cloud, errors, open } = setUp();
    const stream = open();
    await time.settle();
    stream.close();
    await time.run(120_000);
    expect(cloud.requests).toHaveLength(1);
    expect(errors).toEqual([]);
    expect(time.pending()).toBe(0);
  });

  test('waits double from the first, are spread, and have a longest', () => {
    expect([1, 2, 3].map((failures) => reopenDelayMs(failures, 750, 0.5))).toEqual([750, 1_500, 3_000]);
    expect(reopenDelayMs(1, 1_000, 0)).toBe(900);
    expect(reopenDelayMs(1, 1_000, 0.999)).toBe(1_100);
    expect(reopenDelayMs(50, 750, 0.5)).toBe(30_000);
  });
});
