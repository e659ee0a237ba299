import {
  type CloudFrame,
  type DeviceEvent,
  DeviceMode,
  errorKinds,
  LINK_GRACE_MS,
  LINK_WAITING_COMMANDS_MAX,
  type LinkHello,
} from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createRemoteDevice, type LinkConnection } from './remote-device.ts';

const INFO = { fw_status: 0, fw_version: '4.1.1', session_id: '01J' } as const;

function helloWith(changes: Partial<LinkHello> = {}): LinkHello {
  return {
    type: 'hello',
    version: 1,
    connectionKey: 'Device12345',
    secret: 's',
    info: INFO,
    position: 0,
    seen: 0,
    ...changes,
  };
}

function start() {
  const time = createFakeTime();
  const world = { isDriven: false, rests: [] as Promise<boolean>[] };
  const device = createRemoteDevice({
    ...{ connectionKey: 'Device12345', time },
    isDriven: () => world.isDriven,
    onRestFirst: (confirmed) => world.rests.push(confirmed),
  });
  const events: DeviceEvent[] = [];
  device.onEvent((event) => events.push(event));
  const connect = (changes?: Partial<LinkHello>) => {
    const sent: CloudFrame[] = [];
    const ends: string[] = [];
    const connection: LinkConnection = {
      send: (text) => sent.push(JSON.parse(text) as CloudFrame),
      end: ({ code }) => ends.push(code),
    };
    device.welcome(connection, helloWith(changes));
    const [welcome] = sent;
    if (welcome?.type !== 'welcome') throw new Error('There was no welcome');
    return { connection, sent, ends, session: welcome.session };
  };
  return { time, device, events, connect, world };
}

const names = (events: readonly DeviceEvent[]) => events.map(({ name }) => name);
const offsetOf = (sent: readonly CloudFrame[]) => sent.flatMap((frame) => (frame.type === 'call' ? [frame.id] : []));

test('within the grace period the device stays connected and its calls wait; beyond, they are refused and it is gone', async () => {
  const { time, device, events, connect } = start();
  const { connection } = connect();
  device.leave(connection, false);
  const waiting = device.call('hstp.offset', {});
  time.advance(4_999);
  expect(device.info()).toEqual(INFO);
  time.advance(1);
  await expect(waiting).rejects.toMatchObject({ kind: errorKinds.deviceNotConnected });
  expect([device.info(), device.isHere(), names(events)]).toEqual([
    undefined,
    false,
    ['device_connected', 'device_disconnected'],
  ]);
  await expect(device.call('hstp.offset', {})).rejects.toMatchObject({ kind: errorKinds.deviceNotConnected });
});

test('a call that left and has no answer at the end of the session gets 1002, not the refusal of one never sent', async () => {
  const { device, connect } = start();
  const { connection } = connect();
  const sent = device.call('hamp.start', {});
  device.leave(connection, true);
  await expect(sent).rejects.toMatchObject({ kind: errorKinds.deviceTimeout });
});

test('an ended session is not resumed', () => {
  const { time, device, events, connect } = start();
  const { connection, session } = connect();
  device.leave(connection, false);
  time.advance(5_000);
  const { sent } = connect({ session });
  expect(sent[0]).toMatchObject({ type: 'welcome', resumed: false });
  expect(names(events)).toEqual(['device_connected', 'device_disconnected', 'device_connected']);
});

test('clients receive no event when a session resumes', () => {
  const { device, events, connect } = start();
  const first = connect();
  device.leave(first.connection, false);
  const second = connect({ session: first.session });
  expect(second.sent[0]).toMatchObject({ resumed: true, session: first.session });
  expect(names(events)).toEqual(['device_connected']);
});

test('an orderly close ends the session at once', () => {
  const { device, events, connect } = start();
  device.leave(connect().connection, true);
  expect([device.info(), device.isHere(), events.at(-1)]).toMatchObject([
    undefined,
    false,
    { name: 'device_disconnected', data: { reason: 'link closed' } },
  ]);
});

test('the older connection is ended, and its later frames are ignored', () => {
  const { device, events, connect } = start();
  const older = connect();
  connect({ session: older.session });
  expect(older.ends).toEqual(['taken-over']);
  device.receive(older.connection, { type: 'event', seq: 1, event: { name: 'device_error', data: { code: 1 } } });
  device.leave(older.connection, true);
  expect([device.info(), names(events)]).toEqual([INFO, ['device_connected']]);
});

test('events are acknowledged soon, and at once when many arrive', () => {
  const { time, device, connect } = start();
  const { connection, sent } = connect();
  const happen = (seq: number) =>
    device.receive(connection, { type: 'event', seq, event: { name: 'device_error', data: { code: seq } } });
  happen(1);
  happen(2);
  expect(sent).toHaveLength(1);
  time.advance(50);
  expect(sent.slice(1)).toEqual([{ type: 'ack', seq: 2 }]);
  for (let seq = 3; seq <= 66; seq++) happen(seq);
  expect(sent.slice(2)).toEqual([{ type: 'ack', seq: 66 }]);
});

test("a device's own statement about its connection decides", () => {
  const { device, events, connect } = start();
  const { connection } = connect();
  const say = (seq: number, event: DeviceEvent) => device.receive(connection, { type: 'event', seq, event });
  say(1, { name: 'device_disconnected', data: { reason: 'reboot' } });
  expect(device.info()).toBeUndefined();
  say(2, { name: 'device_connected', data: { connected: true, info: undefined } });
  expect(device.info()).toBeUndefined();
  say(3, { name: 'device_connected', data: { connected: true, info: { ...INFO, session_id: 'next' } } });
  expect(device.info()).toMatchObject({ session_id: 'next' });
  expect(names(events)).toEqual(['device_connected', 'device_disconnected', 'device_connected']);
});

test('the number of waiting commands is limited, but a stop is always accepted', async () => {
  const { device, connect } = start();
  const { sent } = connect();
  for (let sent = 0; sent < LINK_WAITING_COMMANDS_MAX; sent++) device.call('hstp.offset', {}).catch(() => undefined);
  await expect(device.call('hstp.offset', {})).rejects.toMatchObject({ kind: errorKinds.queueFull });
  const stops = [device.call('hamp.stop', {}), device.call('info.setMode2', { mode: 7 })];
  for (const stop of stops) stop.catch(() => undefined);
  expect(offsetOf(sent)).toHaveLength(LINK_WAITING_COMMANDS_MAX + 2);
});

test('a command without an answer is refused after a minute', async () => {
  const { time, device, connect } = start();
  connect();
  const answer = device.call('hstp.offset', {});
  time.advance(60_000);
  await expect(answer).rejects.toMatchObject({ kind: errorKinds.deviceTimeout });
});

test('a command too large for a frame is refused by the cloud', async () => {
  const { device, connect } = start();
  const { sent } = connect();
  const install = device.install({ version: 'x'.repeat(70_000), feature_flags: '' });
  await expect(install).rejects.toMatchObject({ kind: errorKinds.messageTooBig });
  expect(sent).toHaveLength(1);
});

test('ending a device leaves no timer', () => {
  const { time, device, connect } = start();
  const { connection, ends } = connect();
  device.call('hstp.offset', {}).catch(() => undefined);
  device.receive(connection, { type: 'event', seq: 1, event: { name: 'device_error', data: { code: 1 } } });
  device.end({ code: 'ended', closeCode: 4410, message: '', isFinal: true });
  time.advance(50);
  expect([ends, time.pending()]).toEqual([['ended'], 0]);
});

const REST = { type: 'call', id: 1, name: 'info.setMode2', input: { mode: DeviceMode.IDLE } };
const VIBRATION = { enabled: false, amplitude: 0, frequency: 0, position: 0 };
const AT_REST = { mode: DeviceMode.IDLE, mode_session_id: 1 };

test.each([
  ['names an unknown session', { session: 'another' }, false],
  ['was driven when it was last linked, and names no session', {}, true],
] as const)('a device that %s is stopped before any other command', async (_, changes, isDriven) => {
  const { device, connect, world } = start();
  world.isDriven = isDriven;
  const { connection, sent } = connect(changes);
  void device.call('hamp.start', {}).catch(() => undefined);
  expect(sent.slice(1)).toMatchObject([REST, { type: 'call', id: 2, name: 'hamp.start' }]);
  device.receive(connection, { type: 'answer', id: 1, result: AT_REST });
  expect(await Promise.all(world.rests)).toEqual([true]);
});

test('a starting device, and one whose session goes on, are not stopped first', () => {
  const { connect, world } = start();
  const { sent, session } = connect();
  world.isDriven = true;
  expect([sent, connect({ session }).sent, world.rests]).toMatchObject([
    [{ type: 'welcome', resumed: false }],
    [{ type: 'welcome', resumed: true }],
    [],
  ]);
});

test('an unconfirmed stop is sent again when the link is restored, and when the device itself reconnects', async () => {
  const { device, connect, world } = start();
  const first = connect({ session: 'another' });
  device.receive(first.connection, { type: 'answer', id: 1, error: errorKinds.deviceNotConnected });
  expect(await world.rests[0]).toBe(false);
  device.leave(first.connection, false);
  const second = connect({ session: first.session, seen: 1 });
  expect(second.sent[1]).toMatchObject({ ...REST, id: 2 });
  const event: DeviceEvent = { name: 'device_connected', data: { connected: true, info: INFO } };
  device.receive(second.connection, { type: 'event', seq: 1, event });
  expect(second.sent[2]).toMatchObject({ ...REST, id: 3 });
  device.hold(undefined); // the device is known to be at rest
  device.receive(second.connection, { type: 'event', seq: 2, event });
  expect(second.sent.slice(3)).toEqual([{ type: 'hold' }]);
});

test('commands that wait for the link are executed where the stop before them was lost with the link', async () => {
  const { device, connect, world } = start();
  const first = connect({ session: 'another' });
  device.leave(first.connection, false);
  const answers = [device.call('slider.setStroke', { min: 0, max: 0.5 }), device.call('hvp.stop', {})];
  const { connection, sent } = connect({ session: first.session });
  expect(sent.slice(1)).toMatchObject([REST, { id: 2, name: 'slider.setStroke' }, { id: 3, name: 'hvp.stop' }]);
  device.receive(connection, { type: 'answer', id: 1, result: AT_REST });
  device.receive(connection, {
    type: 'answer',
    id: 2,
    result: { min: 0, max: 0.5, min_absolute: 0, max_absolute: 55 },
  });
  device.receive(connection, { type: 'answer', id: 3, result: VIBRATION });
  expect(await Promise.all([...answers, ...world.rests])).toHaveLength(3);
});

test('commands that wait for the link get numbers behind a stop that has to be sent anew', async () => {
  const { device, connect } = start();
  const first = connect({ session: 'another' });
  device.receive(first.connection, { type: 'answer', id: 1, error: errorKinds.genericFail });
  void device.call('hstp.offset', {}).catch(() => undefined);
  device.leave(first.connection, false);
  const second = connect({ session: first.session, seen: 1 });
  expect(second.sent.slice(1)).toMatchObject([
    { ...REST, id: 3 },
    { id: 4, name: 'hstp.offset' },
  ]);
});

test('a hold is sent with each renewal, sent again to a restored link, and not to a new session', () => {
  const { device, connect, time } = start();
  const hold = { silentMs: 600, closedMs: 600 };
  const first = connect();
  device.hold(hold);
  device.hold(hold);
  expect(first.sent.slice(1)).toEqual([
    { type: 'hold', ...hold },
    { type: 'hold', ...hold },
  ]);
  device.leave(first.connection, false);
  void device.call('hamp.start', {}).catch(() => undefined);
  const second = connect({ session: first.session });
  expect(second.sent.slice(1)).toMatchObject([{ type: 'hold', ...hold }, { name: 'hamp.start' }]);
  device.leave(second.connection, false);
  time.advance(LINK_GRACE_MS);
  expect(connect().sent).toHaveLength(1);
});

test('the end of a hold is sent again behind the repeated commands on a restored link, because the first frame may be lost', () => {
  const { device, connect } = start();
  const first = connect();
  device.hold({ silentMs: 600, closedMs: 600 });
  void device.call('hamp.start', {}).catch(() => undefined);
  device.hold(undefined);
  device.leave(first.connection, false);
  const second = connect({ session: first.session });
  expect(second.sent.slice(1)).toMatchObject([{ name: 'hamp.start' }, { type: 'hold' }]);
  expect(second.sent[2]).toEqual({ type: 'hold' });
});
