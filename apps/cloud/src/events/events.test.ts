import { decodeEvent, type EventName } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDeviceRegistry } from '../devices/registry.ts';
import { ledDevice } from '../testing/linked-device.ts';
import { type FrameSerializer, frameFormats } from './frames.ts';
import { createEventHub } from './hub.ts';
import { createRingBuffer } from './ring-buffer.ts';
import { createSseBroadcaster } from './sse-broadcaster.ts';
import { readWantedEvents } from './wanted-events.ts';

function startHub(format: FrameSerializer = frameFormats.tactus) {
  const registry = createDeviceRegistry(createFakeTime());
  const sent: [EventName, number][] = [];
  const hub = createEventHub({
    isKnown: () => true,
    registry,
    filterEvent: (_key, event) => event,
    format,
    run: 'r',
    streamsPerDevice: 3,
    onSent: (name, streams) => sent.push([name, streams]),
  });
  const open = (connectionKey = 'TestDevice1', events?: string, lastEventId?: string) => {
    const frames: Buffer[] = [];
    const stream = { ended: false, beats: 0 };
    const close = hub.subscribe({
      connectionKey,
      wanted: readWantedEvents(events),
      lastEventId,
      sink: {
        write: (frame) => frames.push(frame),
        beat: () => {
          stream.beats += 1;
        },
        end: () => {
          stream.ended = true;
        },
      },
    });
    const texts = () => frames.map(String);
    return {
      stream,
      close,
      frames,
      texts,
      names: () => texts().map((text) => /^event: (\w+)$/m.exec(text)?.[1]),
      lastId: () => /^id: (.+)$/m.exec(texts().at(-1) ?? '')?.[1] ?? '',
    };
  };
  return { registry, hub, open, sent };
}

const stroke = (max: number) =>
  ({ name: 'stroke_changed', data: { min: 0, max, min_absolute: 5, max_absolute: 100 } }) as const;

test("the first frame is device_status with the device's present state, named and with both keys of the wire", () => {
  const { registry, open } = startHub();
  const device = ledDevice();
  registry.add(device);
  expect(open().texts()).toEqual([
    `event: device_status\nid: r.0-1\ndata: ${JSON.stringify({
      connection_key: 'TestDevice1',
      data: { connected: true, info: device.info() },
    })}\n\n`,
  ]);
});

test("a stream for an unknown key stays open, and receives the device's connection and disconnection", () => {
  const { registry, open } = startHub();
  const stream = open();
  expect(stream.texts()[0]).toContain('"data":{"connected":false}');
  const device = ledDevice({ connected: false });
  const leave = registry.add(device);
  device.connect();
  device.disconnect();
  device.connect();
  leave();
  expect(stream.names()).toEqual([
    'device_status',
    'device_connected',
    'device_disconnected',
    'device_connected',
    'device_disconnected',
  ]);
});

test('a device that is connected when it is added is announced', () => {
  const { registry, open } = startHub();
  const stream = open();
  registry.add(ledDevice());
  expect(stream.names()).toEqual(['device_status', 'device_connected']);
});

test('events reach the streams of their own device only, as the same bytes for all', () => {
  const { registry, open, sent } = startHub();
  const device = ledDevice();
  registry.add(device);
  const [one, two, other] = [open(), open(), open('OtherDevice')];
  device.emit(stroke(0.5));
  expect(one.frames[1]).toBe(two.frames[1]);
  expect(one.names()).toEqual(['device_status', 'stroke_changed']);
  expect(other.frames).toHaveLength(1);
  expect(sent.at(-1)).toEqual(['stroke_changed', 2]);
});

test('a filter passes its own events and always device_status; unknown names are ignored', () => {
  const { registry, open } = startHub();
  const device = ledDevice();
  registry.add(device);
  const stream = open('TestDevice1', 'mode_changed, warp_engaged');
  device.emit(stroke(0.5));
  device.emit({ name: 'mode_changed', data: { mode: 0, mode_session_id: 1 } });
  expect(stream.names()).toEqual(['device_status', 'mode_changed']);
  expect(readWantedEvents('')).toBeUndefined();
  expect(readWantedEvents(undefined)).toBeUndefined();
  expect(readWantedEvents('warp_engaged')).toEqual(new Set(['device_status']));
});

test('a reconnected stream receives device_status, then exactly the events that it missed, then new ones', () => {
  const { registry, open } = startHub();
  const device = ledDevice();
  registry.add(device);
  const first = open();
  device.emit(stroke(0.1));
  first.close();
  device.emit(stroke(0.2));
  device.emit(stroke(0.3));
  const second = open('TestDevice1', undefined, first.lastId());
  device.emit(stroke(0.4));
  expect(second.names()).toEqual(['device_status', 'stroke_changed', 'stroke_changed', 'stroke_changed']);
  expect(second.texts().map((text) => /"max":([\d.]+)/.exec(text)?.[1])).toEqual([undefined, '0.2', '0.3', '0.4']);
});

test('a stream cut off right after device_status resumes from there, twice in a row as well', () => {
  const { registry, open } = startHub();
  const device = ledDevice();
  registry.add(device);
  const first = open();
  first.close();
  device.emit(stroke(0.1));
  const statusOnly = /^id: (.+)$/m.exec(open('TestDevice1', undefined, first.lastId()).texts()[0] ?? '')?.[1];
  const second = open('TestDevice1', undefined, statusOnly);
  expect(second.names()).toEqual(['device_status', 'stroke_changed']);
});

test('an id of another run, of another channel, from the future or older than the stored events resumes nothing', () => {
  const { registry, open } = startHub();
  const device = ledDevice();
  const leave = registry.add(device);
  const old = open();
  old.close();
  for (let change = 0; change < 300; change++) device.emit(stroke(change / 1_000));
  for (const id of [old.lastId(), 'x.0-1', 'r.0-999999', 'r.0-', 'nonsense', ''])
    expect(open('TestDevice1', undefined, id).names()).toEqual(['device_status']);
  leave();
});

test('a device that was removed and created again does not continue the old stream', () => {
  const { registry, open } = startHub();
  const first = open();
  registry.add(ledDevice())();
  first.close();
  registry.add(ledDevice());
  expect(open('TestDevice1', undefined, first.lastId()).names()).toEqual(['device_status']);
});

test('the history of a device that was removed while offline is dropped with the next heartbeat', () => {
  const { registry, hub, open } = startHub();
  const device = ledDevice();
  const leave = registry.add(device);
  const first = open();
  first.close();
  device.emit(stroke(0.1));
  device.disconnect();
  hub.beat();
  const resumed = open('TestDevice1', undefined, first.lastId());
  expect(resumed.names()).toEqual(['device_status', 'stroke_changed', 'device_disconnected']);
  resumed.close();
  leave();
  hub.beat();
  expect(open('TestDevice1', undefined, first.lastId()).names()).toEqual(['device_status']);
});

test("the vendor's frames have no ids and alternate between named and unnamed; device_status is named", () => {
  const { registry, open } = startHub(frameFormats.vendor);
  const device = ledDevice({ connected: false });
  registry.add(device);
  const stream = open();
  device.emit(stroke(0.1));
  device.emit(stroke(0.2));
  const [status, unnamed, named] = stream.texts();
  expect(status).toMatch(/^event: device_status\ndata: \{"connection_key":/);
  expect(JSON.parse(unnamed?.replace(/^data: /, '') ?? '')).toMatchObject({
    type: 'stroke_changed',
    data: { connection_key: 'TestDevice1', data: { max: 0.1 } },
  });
  expect(named).toMatch(/^event: stroke_changed\ndata: /);
  expect(stream.texts().join('')).not.toMatch(/^id:/m);
});

test.each([
  ['of our own form has empty data', frameFormats.tactus, { connection_key: 'TestDevice1', data: {} }],
  ["of the vendor's form has no data", frameFormats.vendor, { connection_key: 'TestDevice1' }],
])('the frame of an event without payload %s', (_, format, content) => {
  const { registry, open } = startHub(format);
  const device = ledDevice();
  registry.add(device);
  const stream = open();
  const names = ['temp_high', 'temp_ok', 'slider_blocked', 'slider_unblocked'] as const;
  for (const name of names) device.emit({ name, data: undefined });
  const texts = stream.texts().slice(1);
  for (const text of texts) expect(text).toContain(JSON.stringify(content));
  const fieldOf = (text: string, field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(text)?.[1];
  const decoded = texts.map((text) => decodeEvent(fieldOf(text, 'event'), fieldOf(text, 'data') ?? ''));
  expect(decoded).toMatchObject(names.map((name) => ({ name, connectionKey: 'TestDevice1' })));
});

test('heartbeats reach every stream, and closing the hub sends each its delay before reconnecting and ends it', () => {
  const { hub, open, registry } = startHub();
  const device = ledDevice();
  registry.add(device);
  const [one, two] = [open(), open('OtherDevice')];
  expect(hub.streams()).toBe(2);
  hub.beat();
  expect([one.stream.beats, two.stream.beats]).toEqual([1, 1]);
  one.close();
  one.close();
  expect(hub.streams()).toBe(1);
  hub.close();
  expect(two.stream.ended).toBe(true);
  device.emit(stroke(0.1));
  expect(two.frames).toHaveLength(2);
  expect(String(two.frames[1])).toMatch(/^retry: 1\d{3}\n\n$/);
});

test('a ring stores its newest items and reports when a requested one is gone', () => {
  const ring = createRingBuffer<number>(3);
  expect(ring.after(0)).toEqual([]);
  for (const item of [10, 20, 30, 40]) ring.push(item);
  expect(ring.newest()).toBe(4);
  expect(ring.after(4)).toEqual([]);
  expect(ring.after(2)).toEqual([30, 40]);
  expect(ring.after(1)).toEqual([20, 30, 40]);
  expect(ring.after(0)).toBeUndefined();
  expect(ring.after(5)).toBeUndefined();
});

test('a further stream of a device ends the oldest, which receives nothing more; guests have streams of their own', () => {
  const { registry, hub, open } = startHub();
  const device = ledDevice();
  registry.add(device);
  const guest = { ended: false };
  const sink = { write: () => undefined, beat: () => undefined, end: () => Object.assign(guest, { ended: true }) };
  const ofGuest = { connectionKey: 'TestDevice1', guestAlias: 'Alias00001', wanted: undefined, lastEventId: undefined };
  hub.subscribe({ ...ofGuest, sink });
  const streams = Array.from({ length: 5 }, () => open());
  expect(streams.map(({ stream }) => stream.ended)).toEqual([true, true, false, false, false]);
  device.emit(stroke(0.5));
  expect(streams.map(({ texts }) => texts().filter((text) => text.startsWith('event: ')).length)).toEqual([
    1, 1, 2, 2, 2,
  ]);
  expect([guest.ended, open('TestDevice2').stream.ended]).toEqual([false, false]);
});

test('a stream that a further one ends is sent a delay of half a minute, so that it does not end another at once', () => {
  const retry = /^retry: (2[5-9]|3[0-4])\d{3}\n\n$/;
  const { open } = startHub();
  const streams = Array.from({ length: 4 }, () => open());
  expect(streams[0]?.texts().at(-1)).toMatch(retry);
  expect(streams[1]?.texts()).toHaveLength(1);

  const broadcaster = createSseBroadcaster<string>(1);
  const frames: string[] = [];
  const sink = {
    write: (frame: Buffer) => frames.push(String(frame)),
    beat: () => undefined,
    end: () => frames.push('end'),
  };
  broadcaster.add('Anna', sink);
  broadcaster.add('Anna', { ...sink });
  expect(frames).toEqual([expect.stringMatching(retry), 'end']);
});
