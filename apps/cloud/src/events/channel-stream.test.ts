import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createMultiDeviceChannel, toMemberList } from '../devices/multi-device-channel.ts';
import { createDeviceRegistry } from '../devices/registry.ts';
import { ledDevice } from '../testing/linked-device.ts';
import { frameFormats } from './frames.ts';
import { createEventHub } from './hub.ts';
import { readWantedEvents } from './wanted-events.ts';

const stroke = (max: number) =>
  ({ name: 'stroke_changed', data: { min: 0, max, min_absolute: 5, max_absolute: 100 } }) as const;

/** A hub with three devices, the first two in a channel, and a stream of that channel. */
function startStream(events?: string) {
  const registry = createDeviceRegistry(createFakeTime());
  const hub = createEventHub({
    isKnown: () => true,
    registry,
    filterEvent: (_key, event) => event,
    format: frameFormats.tactus,
    run: 'r',
    streamsPerDevice: 64,
    onSent: () => undefined,
  });
  const [one, two, three] = ['Device0001', 'Device0002', 'Device0003'].map((connectionKey) => {
    const device = ledDevice({ connectionKey, connected: connectionKey !== 'Device0002' });
    registry.add(device);
    return device;
  });
  if (!one || !two || !three) throw new Error('Three devices were made');
  const channel = createMultiDeviceChannel('Channel', toMemberList('Channel', ['Device0001', 'Device0002']));
  const state = { beats: 0, ended: false };
  const texts: string[] = [];
  const close = hub.subscribeChannel({
    channel,
    wanted: readWantedEvents(events),
    sink: {
      write: (frame) => texts.push(String(frame)),
      beat: () => {
        state.beats += 1;
      },
      end: () => {
        state.ended = true;
      },
    },
  });
  /** The frames since the last call, as name and alias, and for a status whether it is connected. */
  const takeFrames = () =>
    texts.splice(0).map((text) => {
      const { connection_key, data } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? '');
      const name = /^event: (\w+)$/m.exec(text)?.[1];
      return name === 'device_status' ? [name, connection_key, data.connected] : [name, connection_key];
    });
  return { hub, registry, channel, one, two, three, state, texts, close, takeFrames };
}

test('a stream of a channel begins with the status of each member, and no frame contains a key', () => {
  const { one, two, three, texts, takeFrames } = startStream();
  one.emit(stroke(0.5));
  two.connect();
  three.emit(stroke(0.5));
  expect(texts.join('')).not.toMatch(/Device000/);
  expect(takeFrames()).toEqual([
    ['device_status', 'Channel01', true],
    ['device_status', 'Channel02', false],
    ['stroke_changed', 'Channel01'],
    ['device_connected', 'Channel02'],
  ]);
});

test('members that join and leave while it is open are announced, and their events are sent at once', () => {
  const { channel, one, two, three, takeFrames } = startStream();
  takeFrames();
  channel.replace(toMemberList('Channel', ['Device0003', 'Device0002'], channel.list));
  expect(takeFrames()).toEqual([
    ['device_status', 'Channel01', false],
    ['device_status', 'Channel03', true],
  ]);
  for (const device of [one, two, three]) device.emit(stroke(0.5));
  expect(takeFrames()).toEqual([
    ['stroke_changed', 'Channel02'],
    ['stroke_changed', 'Channel03'],
  ]);
});

test('a filter applies to every member, also to those that join later', () => {
  const { channel, one, three, takeFrames } = startStream('mode_changed');
  channel.replace(toMemberList('Channel', ['Device0001', 'Device0003'], channel.list));
  takeFrames();
  for (const device of [one, three]) {
    device.emit(stroke(0.5));
    device.emit({ name: 'mode_changed', data: { mode: 0, mode_session_id: 1 } });
  }
  expect(takeFrames()).toEqual([
    ['mode_changed', 'Channel01'],
    ['mode_changed', 'Channel03'],
  ]);
});

test('a channel is one stream: one heartbeat, counted once, ended with the channel', () => {
  const { hub, channel, state, close } = startStream();
  expect(hub.streams()).toBe(1);
  hub.beat();
  expect(state.beats).toBe(1);
  channel.end();
  expect(state.ended).toBe(true);
  close();
  close();
  expect(hub.streams()).toBe(0);
});

test('a closed stream receives neither events of devices nor changes of the channel any more', () => {
  const { channel, one, close, takeFrames } = startStream();
  takeFrames();
  close();
  one.emit(stroke(0.5));
  channel.replace(toMemberList('Channel', ['Device0003'], channel.list));
  expect(takeFrames()).toEqual([]);
  expect(channel.isWatched()).toBe(false);
});

test('closing the hub ends it', () => {
  const { hub, state } = startStream();
  hub.close();
  expect(state.ended).toBe(true);
});

test('a stream of one device of the channel still gets the shared bytes and the key', () => {
  const { hub, one } = startStream();
  const frames: Buffer[][] = [[], []];
  for (const written of frames)
    hub.subscribe({
      connectionKey: 'Device0001',
      wanted: undefined,
      lastEventId: undefined,
      sink: { write: (frame) => written.push(frame), beat: () => undefined, end: () => undefined },
    });
  one.emit(stroke(0.5));
  expect(frames[0]?.[1]).toBe(frames[1]?.[1]);
  expect(String(frames[0]?.[1])).toContain('"connection_key":"Device0001"');
});
