import {
  type DeviceEvent,
  type DeviceInfo,
  DeviceRefusal,
  errorKinds,
  linkRefusals,
  type SelfStoppingDevice,
} from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDeviceLink, type DeviceLinkOptions } from './device-link.ts';
import { OUTBOX_CAPACITY } from './outbox.ts';
import { createFakeCloud } from './testing/fake-cloud.ts';

const INFO: DeviceInfo = { fw_status: 0, fw_version: '4.1.1', session_id: '01J' };
const setOffset = (id: number, offset = id) =>
  ({ type: 'call', id, name: 'hstp.setOffset', input: { offset } }) as const;

function start(
  answer: (name: string, input: unknown) => Promise<unknown> = async () => 'ok',
  options: Pick<DeviceLinkOptions, 'resumes'> = {},
) {
  const time = createFakeTime();
  const cloud = createFakeCloud();
  const listeners = new Set<(event: DeviceEvent) => void>();
  const executed: unknown[] = [];
  const device: SelfStoppingDevice = {
    connectionKey: 'Device12345',
    info: () => INFO,
    call(name, input) {
      executed.push(input);
      return answer(name, input) as never; // the test is responsible for its shape
    },
    setClock: async (measured) => ({ time: 1, ...measured }),
    install: async () => undefined,
    motion: () => 'none',
    rest: () => undefined,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const link = createDeviceLink({
    ...options,
    device,
    url: 'ws://cloud',
    secret: 'secret',
    connect: cloud.connect,
    time,
    random: createRandom(1),
  });
  const emit = (code: number) => {
    for (const listener of listeners) listener({ name: 'device_error', data: { code } });
  };
  /** Cuts the connection, waits for the next and lets the test welcome it. */
  const reconnect = async () => {
    cloud.now().cut();
    await time.run(1_000);
    cloud.now().open();
    return cloud.now();
  };
  return { time, cloud, link, emit, executed, reconnect, listening: () => listeners.size };
}

const codesOf = (sent: readonly object[]) =>
  sent.flatMap((frame) => ('event' in frame ? [(frame.event as { data: { code: number } }).data.code] : []));

test('the hello has the key, secret and facts, and the welcome makes the device linked', () => {
  const { cloud, link } = start();
  const states: string[] = [];
  link.onState((state) => states.push(state));
  expect(link.state()).toBe('connecting');
  cloud.now().welcome();
  expect(cloud.now().hello()).toEqual({
    type: 'hello',
    version: 1,
    connectionKey: 'Device12345',
    secret: 'secret',
    info: INFO,
    position: 0,
    seen: 0,
  });
  expect(states).toEqual(['linked']);
});

test('events wait for the welcome and then go in order, numbered', () => {
  const { cloud, emit } = start();
  emit(1);
  cloud.now().open();
  emit(2);
  expect(cloud.now().hello().position).toBe(1);
  cloud.now().send({ type: 'welcome', session: 's1', resumed: false, received: 1, waiting: [] });
  emit(3);
  expect(cloud.now().sent.slice(1)).toMatchObject([
    { type: 'event', seq: 2, event: { data: { code: 2 } } },
    { type: 'event', seq: 3, event: { data: { code: 3 } } },
  ]);
});

test('after a cut, only events that the cloud has not received are sent again', async () => {
  const { cloud, emit, reconnect } = start();
  cloud.now().welcome();
  for (const code of [1, 2, 3]) emit(code);
  cloud.now().send({ type: 'ack', seq: 1 });
  const next = await reconnect();
  emit(4);
  expect(next.hello()).toMatchObject({ session: 's1', position: 3 });
  next.send({ type: 'welcome', session: 's1', resumed: true, received: 2, waiting: [] });
  expect(codesOf(next.sent)).toEqual([3, 4]);
});

test('no more than a window of events is sent without an acknowledgement', () => {
  const { cloud, emit } = start();
  cloud.now().welcome();
  for (let code = 1; code <= 300; code++) emit(code);
  expect(codesOf(cloud.now().sent)).toHaveLength(256);
  cloud.now().send({ type: 'ack', seq: 100 });
  expect(codesOf(cloud.now().sent)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});

test('when too many events wait, a gap reports the lost numbers and the state of the device', () => {
  const { cloud, emit } = start();
  cloud.now().open();
  for (let code = 1; code <= OUTBOX_CAPACITY + 3; code++) emit(code);
  cloud.now().send({ type: 'welcome', session: 's1', resumed: true, received: 0, waiting: [] });
  expect(cloud.now().sent[1]).toEqual({ type: 'gap', seq: OUTBOX_CAPACITY + 1, info: INFO });
  cloud.now().send({ type: 'ack', seq: OUTBOX_CAPACITY + 1 });
  expect(codesOf(cloud.now().sent)).toEqual([OUTBOX_CAPACITY + 2, OUTBOX_CAPACITY + 3]);
});

test('a repeated command is executed once and answered every time', async () => {
  const { cloud, time, executed } = start();
  cloud.now().welcome();
  for (const id of [1, 2, 1, 2]) cloud.now().send(setOffset(id));
  await time.settle();
  cloud.now().send(setOffset(1));
  expect(executed).toEqual([{ offset: 1 }, { offset: 2 }]);
  expect(cloud.now().sent.slice(1)).toEqual([1, 2, 1].map((id) => ({ type: 'answer', id, result: 'ok' })));
});

test('answers lost in a cut are sent again; a running command answers when it is done', async () => {
  let finish: (result: string) => void = () => undefined;
  const running = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const { cloud, time, executed, reconnect } = start((_name, input) =>
    (input as { offset: number }).offset === 2 ? running : Promise.resolve('ok'),
  );
  cloud.now().welcome();
  for (const id of [1, 2]) cloud.now().send(setOffset(id));
  await time.settle();
  const next = await reconnect();
  expect(next.hello().seen).toBe(2);
  next.send({ type: 'welcome', session: 's1', resumed: true, received: 0, waiting: [1, 2] });
  expect(next.sent.slice(1)).toEqual([{ type: 'answer', id: 1, result: 'ok' }]);
  finish('ok');
  await time.settle();
  expect(next.sent.slice(2)).toEqual([{ type: 'answer', id: 2, result: 'ok' }]);
  expect(executed).toHaveLength(2);
});

test('a repeated command is not executed again even when its answer is no longer stored', async () => {
  const { cloud, time, executed } = start();
  cloud.now().welcome();
  for (let id = 1; id <= 300; id++) cloud.now().send(setOffset(id));
  await time.settle();
  cloud.now().send(setOffset(1));
  expect(executed).toHaveLength(300);
  expect(cloud.now().sent.at(-1)).toMatchObject({ id: 1, error: { code: errorKinds.deviceTimeout.code } });
});

test('a new session numbers commands from 1 again, and sends no answers of the old one', async () => {
  let finish: (result: string) => void = () => undefined;
  const running = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const { cloud, time, executed, reconnect } = start((_name, input) =>
    (input as { offset: number }).offset === 1 ? running : Promise.resolve('ok'),
  );
  cloud.now().welcome();
  cloud.now().send(setOffset(1));
  const next = await reconnect();
  next.send({ type: 'welcome', session: 's2', resumed: false, received: 0, waiting: [] });
  next.send(setOffset(1, 10));
  finish('ok');
  await time.settle();
  expect(executed).toEqual([{ offset: 1 }, { offset: 10 }]);
  expect(next.sent.slice(1)).toEqual([{ type: 'answer', id: 1, result: 'ok' }]);
});

test('refusals and failures of the device travel as errors', async () => {
  const failures = [
    new DeviceRefusal(errorKinds.sliderBlocked),
    new Error('broken'),
    new DeviceRefusal(errorKinds.wrongMode),
  ];
  const { cloud, time } = start(async (_name, input) => {
    throw failures[(input as { offset: number }).offset - 1];
  });
  cloud.now().welcome();
  for (const id of [1, 2]) cloud.now().send(setOffset(id));
  cloud.now().send({ type: 'call', id: 3, name: 'no.such.call' });
  cloud.now().send({ type: 'call', id: 4, name: 'hstp.setOffset', input: { offset: 'x' } });
  await time.settle();
  const answers = cloud.now().sent.flatMap((frame) => (frame.type === 'answer' ? [frame] : []));
  expect(answers.sort((first, second) => first.id - second.id).map(({ error }) => error)).toEqual([
    errorKinds.sliderBlocked,
    { ...errorKinds.genericFail, message: 'Error: broken' },
    errorKinds.notSupported,
    { ...errorKinds.invalidParameter, message: 'offset must be of type number' },
  ]);
});

test('answers that are too large for a frame, or no JSON, become errors', async () => {
  const results: unknown[] = ['x'.repeat(100_000), { big: 1n }];
  const { cloud, time } = start(async (_name, input) => results[(input as { offset: number }).offset - 1]);
  cloud.now().welcome();
  for (const id of [1, 2]) cloud.now().send(setOffset(id));
  await time.settle();
  for (const answer of cloud.now().sent.slice(1)) expect(answer).toMatchObject({ error: errorKinds.messageTooBig });
});

test('a clock measurement and a firmware are passed to the device', async () => {
  const { cloud, time } = start();
  cloud.now().welcome();
  cloud.now().send({ type: 'setClock', id: 1, measured: { clock_offset: 5, rtd: 2 } });
  cloud.now().send({ type: 'install', id: 2, firmware: { version: '4.1.1', feature_flags: '' } });
  await time.settle();
  expect(cloud.now().sent.slice(1)).toEqual([
    { type: 'answer', id: 1, result: { time: 1, clock_offset: 5, rtd: 2 } },
    { type: 'answer', id: 2 },
  ]);
});

test('pings are answered, and 30 s of silence end the connection', async () => {
  const { cloud, time, link } = start();
  cloud.now().welcome();
  await time.run(29_000);
  cloud.now().send({ type: 'ping' });
  expect(cloud.now().sent.at(-1)).toEqual({ type: 'pong' });
  await time.run(29_999);
  expect(link.state()).toBe('linked');
  const silent = cloud.now();
  await time.run(1);
  expect([link.state(), silent.closedWith()]).toEqual(['waiting', 'no code']);
});

test('a device may ping the cloud, and knows when the last frame came', async () => {
  const { cloud, time, link } = start();
  link.ping();
  cloud.now().welcome();
  await time.run(300);
  link.ping();
  expect(cloud.now().sent.slice(1)).toEqual([{ type: 'ping' }]);
  expect(link.lastReceivedAtMs()).toBe(0);
  cloud.now().sendRaw('{"type":"pong"}');
  expect(link.lastReceivedAtMs()).toBe(300);
});

test('a link that does not resume begins a new session after every cut', async () => {
  const { cloud, reconnect } = start(undefined, { resumes: false });
  cloud.now().welcome();
  const next = await reconnect();
  expect(next.hello()).not.toHaveProperty('session');
});

test('a connection without a welcome after 10 s is closed, and waits grow up to 15 s', async () => {
  const { cloud, time } = start();
  await time.run(300_000);
  const tries = cloud.connections.length;
  expect(tries).toBeGreaterThan(10);
  expect(tries).toBeLessThan(25);
  for (const connection of cloud.connections.slice(0, -1)) expect(connection.closedWith()).toBe('no code');
});

test.each(Object.values(linkRefusals))('the refusal $code ends the link for good: $isFinal', async (refusal) => {
  const { cloud, time, link, listening } = start();
  cloud.now().open();
  const { code, message } = refusal;
  const retryAfterMs = 'retryAfterMs' in refusal ? { retryAfterMs: refusal.retryAfterMs } : {};
  cloud.now().send({ type: 'refused', code, message, ...retryAfterMs });
  expect(link.state()).toBe(refusal.isFinal ? 'ended' : 'waiting');
  expect(link.refusal()).toMatchObject({ code, message });
  await time.run((retryAfterMs.retryAfterMs ?? 0) + 50);
  expect(cloud.connections).toHaveLength(1);
  await time.run(1_000);
  expect(cloud.connections).toHaveLength(refusal.isFinal ? 1 : 2);
  expect(listening()).toBe(refusal.isFinal ? 0 : 1);
});

test('the wait that a refusal requests is over with the next try', async () => {
  const { cloud, time, link } = start();
  const { code, message, retryAfterMs } = linkRefusals.tooManyAttempts;
  cloud.now().open();
  cloud.now().send({ type: 'refused', code, message, retryAfterMs });
  await time.run(retryAfterMs + 1_000);
  expect(cloud.connections).toHaveLength(2);
  cloud.now().cut();
  expect(link.refusal()).toMatchObject({ code, message });
  await time.run(2_000);
  expect(cloud.connections).toHaveLength(3);
});

test('closing sends a goodbye and leaves no timers or connections', async () => {
  const { cloud, time, link, emit, listening } = start();
  cloud.now().welcome();
  link.close();
  emit(1);
  expect([link.state(), cloud.now().closedWith()]).toEqual(['ended', 1_000]);
  expect([time.pending(), listening()]).toEqual([0, 0]);
  link.close();
});

test('invalid and unexpected frames change nothing', async () => {
  const { cloud, time, link, executed } = start();
  cloud.now().open();
  cloud.now().send(setOffset(1));
  cloud.now().send({ type: 'ack', seq: 9 });
  for (const data of ['', '{', new Uint8Array(3), undefined, '{"type":"hello","version":3}']) cloud.now().sendRaw(data);
  cloud.now().welcome();
  cloud.now().welcome({ session: 's2' });
  await time.settle();
  expect([link.state(), executed]).toEqual(['linked', []]);
});
