/** A device whose link fails, is taken over, or sends invalid frames. */
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEvents } from '../cloud/event-reader.ts';
import { startCloud } from '../cloud/running-cloud.ts';
import { startProxy } from './cutting-proxy.ts';
import { asker, linkDevice, makeKey, untilConnected } from './linked-device.ts';
import { FACTS, type Frame, helloOf, openRaw } from './raw-link.ts';

/** A cloud in fake time with one device whose frames the test writes. */
async function startLed() {
  const time = createFakeTime();
  const running = await startCloud({}, time);
  const key = await makeKey(running);
  const link = await openRaw(running.port);
  link.send(helloOf(key));
  const welcome = await link.next('welcome');
  // The cloud measures the clock of every device that connects.
  const reading = await link.next('call');
  link.send({ type: 'answer', id: reading['id'], result: { time: 0, clock_offset: 0, rtd: 0 } });
  const setting = await link.next('setClock');
  link.send({ type: 'answer', id: setting['id'], result: { time: 0, clock_offset: 0, rtd: 0 } });
  const stream = await openEvents(running.port, `?ck=${key.connectionKey}&apikey=x`);
  await stream.next();
  return { time, running, key, link, welcome, stream, ask: asker(running, key), last: Number(setting['id']) };
}

test('a peer that is silent for 30 s is dropped, and 5 s later the device is disconnected', async () => {
  const time = createFakeTime();
  const running = await startCloud({}, time);
  const proxy = await startProxy(running.port);
  const key = await makeKey(running);
  const link = await openRaw(proxy.port);
  link.send(helloOf(key));
  await link.next('welcome');
  const stream = await openEvents(running.port, `?ck=${key.connectionKey}&apikey=x`);
  expect(await stream.next()).toMatchObject({ data: { data: { connected: true } } });
  proxy.swallow('both');
  await time.run(29_999);
  expect(proxy.isLeftByTarget()).toBe(false);
  await time.run(1);
  await expect.poll(proxy.isLeftByTarget).toBe(true);
  await time.run(4_999);
  await untilConnected(running, key, true);
  await time.run(1);
  await untilConnected(running, key, false);
  expect((await stream.until('device_disconnected')).at(-1)).toMatchObject({
    data: { data: { session_id: FACTS.session_id, reason: 'link lost' } },
  });
});

test('a device that sends ever more frames of an unknown type is dropped; some between others are ignored', async () => {
  const { link, ask } = await startLed();
  const unknown = JSON.stringify({ type: 'nothing', list: Array.from({ length: 1_000 }, () => []) });
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 256; count++) link.sendRaw(unknown);
    link.send({ type: 'pong' });
  }
  await expect.poll(async () => (await ask('GET /connected')).json).toEqual({ result: { connected: true } });
  for (let count = 0; count < 257; count++) link.sendRaw(unknown);
  expect(await link.next('refused')).toMatchObject({ code: 'bad-frame', retryAfterMs: 5_000 });
  expect(await link.closed).toBe(4422);
});

test('a connection with another frame before the hello is refused for good, one without a hello within 5 s for the moment', async () => {
  const time = createFakeTime();
  const { port } = await startCloud({}, time);
  const mute = await openRaw(port);
  await time.run(5_000);
  expect(await mute.next('refused')).toMatchObject({ code: 'late-hello', retryAfterMs: 1_000 });
  expect(await mute.closed).toBe(4408);
  for (const first of ['', '{', '{"type":"pong"}', '{"type":"hello","version":1}', Buffer.from([1, 2])]) {
    const link = await openRaw(port);
    link.sendRaw(first);
    expect(await link.next('refused')).toMatchObject({ code: 'bad-hello' });
    expect(await link.closed).toBe(4400);
  }
  const newer = await openRaw(port);
  newer.send({ type: 'hello', version: 2 });
  expect(await newer.closed).toBe(4426);
});

test('a call waits for a link that is cut for a moment, and is sent again under its number', async () => {
  const { running, key, link, welcome, ask } = await startLed();
  const answer = ask('PUT /hstp/offset', { offset: 5 });
  const first = await link.next('call');
  link.close();
  await link.closed;
  const queued = ask('PUT /hstp/offset', { offset: 6 });
  const back = await openRaw(running.port);
  const { session } = welcome;
  // The cloud closed first, so the second command is known to it by the time of the hello or right after it.
  back.send(helloOf(key, { session, seen: Number(first['id']) - 1 }));
  expect(await back.next('welcome')).toMatchObject({ session, resumed: true, waiting: [] });
  const again = await back.next('call');
  expect(again).toEqual(first);
  back.send({ type: 'answer', id: again['id'], result: 'ok' });
  const second = await back.next('call');
  expect(second).toMatchObject({ id: Number(first['id']) + 1, input: { offset: 6 } });
  back.send({ type: 'answer', id: second['id'], result: 'ok' });
  expect([(await answer).json, (await queued).json]).toEqual([{ result: 'ok' }, { result: 'ok' }]);
});

test('a call that reached the device is not sent again; its answer is requested', async () => {
  const { running, key, link, welcome, ask } = await startLed();
  const answer = ask('PUT /hstp/offset', { offset: 5 });
  const { id } = await link.next('call');
  link.close();
  await link.closed;
  const back = await openRaw(running.port);
  back.send(helloOf(key, { session: welcome['session'], seen: id }));
  expect(await back.next('welcome')).toMatchObject({ waiting: [id] });
  back.send({ type: 'answer', id, error: { code: 100_006, name: 'SliderBlocked', message: 'Slider blocked' } });
  expect((await answer).json).toMatchObject({ error: { code: 100_006, connected: true } });
});

test('a call that never arrived is not sent once its caller has given up', async () => {
  const { time, running, key, link, welcome, ask, last } = await startLed();
  const proxyless = ask('PUT /hstp/offset', { offset: 5 });
  const { id } = await link.next('call');
  await time.run(5_000);
  expect((await proxyless).json).toMatchObject({ error: { code: 1002 } });
  link.close();
  await link.closed;
  const back = await openRaw(running.port);
  back.send(helloOf(key, { session: welcome['session'], seen: last }));
  expect(await back.next('welcome')).toMatchObject({ resumed: true, waiting: [] });
  const next = ask('GET /hstp/offset');
  expect(await back.next('call')).toMatchObject({ id: Number(id) + 1, name: 'hstp.offset' });
  back.send({ type: 'answer', id: Number(id) + 1, result: { offset: 'many' } });
  expect((await next).json).toMatchObject({ error: { code: 100_001 } });
});

test('the link of a newer connection takes over, and the older one does not come back', async () => {
  const running = await startCloud();
  const older = await linkDevice(running);
  await untilConnected(running, older.key);
  const stream = await openEvents(
    running.port,
    `?ck=${older.key.connectionKey}&apikey=x&events=device_connected,device_disconnected`,
  );
  await stream.next();
  const newer = await linkDevice(running, { key: older.key, seed: 2 });
  expect(await stream.next()).toMatchObject({ event: 'device_disconnected', data: { data: { reason: 'new link' } } });
  expect(await stream.next()).toMatchObject({
    event: 'device_connected',
    data: { data: { info: { session_id: newer.device.info()?.session_id } } },
  });
  await expect.poll(() => older.link.state()).toBe('ended');
  expect(older.link.refusal()).toMatchObject({ code: 'taken-over' });
  await expect.poll(() => newer.link.state()).toBe('linked');
});

test('events are accepted once and in order; a missing number ends the link; a gap is reported as a reconnection', async () => {
  const { running, key, link, welcome, stream } = await startLed();
  const error = (seq: number) => ({ type: 'event', seq, event: { name: 'device_error', data: { code: seq } } });
  for (const seq of [1, 2, 1, 2, 3]) link.send(error(seq));
  link.send({ type: 'event', seq: 4, event: { name: 'from_the_future', data: 1 } });
  link.send({ type: 'event', seq: 5, event: { name: 'device_status', data: { connected: false } } });
  link.send({ type: 'gap', seq: 50, info: { ...FACTS, session_id: 'another' } });
  link.send(error(51));
  link.send(error(53));
  expect(await link.next('refused')).toMatchObject({ code: 'bad-frame', retryAfterMs: 5_000 });
  expect(await link.closed).toBe(4422);
  const received = await stream.until('device_connected');
  expect(received.filter(({ event }) => event === 'device_error').map(codeOf)).toEqual([1, 2, 3]);
  expect(received.slice(-2)).toMatchObject([
    { event: 'device_disconnected', data: { data: { reason: 'events lost' } } },
    { event: 'device_connected', data: { data: { info: { session_id: 'another' } } } },
  ]);
  expect(codeOf(await stream.next())).toBe(51);
  const back = await openRaw(running.port);
  back.send(helloOf(key, { session: welcome['session'], position: 60, seen: 99 }));
  expect(await back.next('welcome')).toMatchObject({ resumed: false, received: 60 });
});

test('no frame, whatever its content, harms the cloud or the other devices', async () => {
  const running = await startCloud({ rateLimitPerMinute: 0 });
  const good = await linkDevice(running);
  await untilConnected(running, good.key);
  const key = await makeKey(running);
  const types = ['hello', 'answer', 'event', 'gap', 'pong', 'welcome', 'refused', 'call', 'ack', 'ping', 'zzz'];
  const frame = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record({ type: fc.constantFrom(...types) })
        .chain(({ type }) =>
          fc
            .dictionary(
              fc.constantFrom('id', 'seq', 'result', 'error', 'event', 'info', 'version', '__proto__'),
              fc.jsonValue({ maxDepth: 2 }),
            )
            .map((rest) => JSON.stringify({ ...rest, type })),
        ),
    },
    { weight: 3, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.uint8Array().map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 30 }), async (frames) => {
      const link = await openRaw(running.port);
      link.send(helloOf(key));
      await link.next('welcome');
      for (const text of frames) link.sendRaw(text);
      link.close(1_000);
      await link.closed;
    }),
    { numRuns: 150 },
  );
  expect((await asker(running, good.key)('GET /mode')).json).toHaveProperty('result');
  expect(good.link.state()).toBe('linked');
  expect((await running.ask('GET /healthz')).status).toBe(200);
});

const codeOf = ({ data }: { data: unknown } | Frame) => (data as { data?: { code?: number } }).data?.code;
