import type { WebSocketLike } from '@tactus/link';
import {
  ButtonEvent,
  type CloudFrame,
  DeviceButton,
  decodeLinkFrame,
  encodeLinkFrame,
  type LinkFrame,
} from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createEmulatorHost } from './emulator-host.ts';
import type { EmulatedDeviceReport, EmulatorMessage } from './worker-messages.ts';

/** The longest braking time. */
const BRAKES_MS = 300;

/** A host with a device, linked to a cloud that the test plays. */
async function start(model: 'handy' | 'oh' | 'handy-2-pro' = 'handy') {
  const time = createFakeTime();
  const news: EmulatorMessage[] = [];
  const frames: LinkFrame[] = [];
  const closed: (number | undefined)[] = [];
  const emit: Record<string, (event: { data: unknown }) => void> = {};
  let connections = 0;

  function connect(): WebSocketLike {
    connections += 1;
    return {
      addEventListener(type: string, listener: (event: { data: unknown }) => void) {
        emit[type] = listener;
      },
      send(text) {
        const frame = decodeLinkFrame(text);
        if (frame) frames.push(frame);
      },
      close(code) {
        closed.push(code);
        emit['close']?.({ data: undefined });
      },
    };
  }

  const receive = (frame: CloudFrame) => emit['message']?.({ data: encodeLinkFrame(frame) });
  const host = createEmulatorHost({ connect, time, random: createRandom(1), emit: (one) => news.push(one) });
  const welcome = async () => {
    emit['open']?.({ data: undefined });
    receive({ type: 'welcome', session: 's', resumed: false, received: 0, waiting: [] });
    await time.run(1_100);
  };
  host.obey({
    type: 'start',
    identity: { connectionKey: 'Key01', secret: 'secret', model },
    linkUrl: 'ws://home.invalid/api/tactus/device-link',
  });
  await welcome();
  return {
    host,
    time,
    frames,
    closed,
    welcome,
    receive,
    connections: () => connections,
    report: () => news.findLast((one) => one.type === 'report')?.report as EmulatedDeviceReport, // the first came with the link
    samples: () => news.flatMap((one) => (one.type === 'sample' ? one.sample : [])),
    call: (id: number, name: string, input: object = {}) => receive({ type: 'call', id, name, input } as CloudFrame), // any call
    events: () => frames.flatMap((frame) => (frame.type === 'event' ? (frame.event?.name ?? []) : [])),
  };
}

test('reports link, mode and temperature, and only changes', async () => {
  const { report, frames } = await start();
  expect(frames[0]).toMatchObject({ type: 'hello', connectionKey: 'Key01', secret: 'secret' });
  expect(report()).toMatchObject({ link: 'linked', online: true, battery01: undefined });
  expect(report().motorCelsius).toBeGreaterThan(10);
});

test('executes the calls of the cloud, and reports its position while the page watches', async () => {
  const { host, time, call, samples, report } = await start();
  call(1, 'hamp.start');
  call(2, 'hamp.velocity', { velocity: 0.8 });
  await time.run(500);
  expect(samples()).toEqual([]);
  host.obey({ type: 'watch', on: true });
  await time.run(500);
  const places = samples().map(({ position01 }) => position01);
  expect(places.length).toBeGreaterThan(20);
  expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(0.1);
  expect(Math.min(...places)).toBeGreaterThanOrEqual(-0.001);
  host.obey({ type: 'watch', on: false });
  await time.run(1_000);
  expect(samples()).toHaveLength(places.length);
  expect(report().mode).toBe(0);
});

test('stops by itself when a guest’s hold is not renewed, whatever else the cloud sends, and when its network stays away', async () => {
  const { host, time, receive, call, events, samples } = await start();
  call(1, 'hamp.start');
  receive({ type: 'hold', silentMs: 600, closedMs: 600 });
  for (let sign = 0; sign < 5; sign++) {
    await time.run(100);
    receive({ type: 'ping' });
  }
  const stops = () => events().filter((name) => name === 'hamp_state_changed').length;
  expect(stops()).toBe(1);
  await time.run(100);
  expect(stops()).toBe(2);
  call(2, 'hamp.start');
  host.obey({ type: 'watch', on: true });
  host.obey({ type: 'network', up: false });
  await time.run(5_000 + BRAKES_MS);
  const last = samples().at(-1);
  expect(last?.moving).toBe(false);
  await time.run(2_000);
  expect(samples().at(-1)?.position01).toBe(last?.position01);
});

test('a lost network sends no closing frame; the device tries to reach its cloud until the network is back', async () => {
  const { host, time, closed, report, connections, welcome } = await start();
  host.obey({ type: 'network', up: false });
  await time.run(3_000);
  expect(closed).toEqual([3_000]);
  expect(report()).toMatchObject({ link: 'waiting', online: true });
  host.obey({ type: 'network', up: true });
  for (let waitedMs = 0; connections() < 2 && waitedMs < 16_000; waitedMs += 100) await time.run(100);
  expect(connections()).toBe(2);
  await welcome();
  expect(report()).toMatchObject({ link: 'linked' });
});

test('actions of a hand and the environment reach it: buttons, a held slider, heat', async () => {
  const { host, time, report, events, call } = await start();
  call(1, 'hamp.start');
  await time.run(200);
  host.obey({ type: 'do', what: 'setSliderBlocked', args: [true] });
  await time.run(2_000);
  host.obey({ type: 'do', what: 'setSliderBlocked', args: [false] });
  host.obey({ type: 'do', what: 'setMotorTemperature', args: [90] });
  await time.run(1_100);
  expect(report().motorCelsius).toBeGreaterThan(60);
  for (const button of Object.values(DeviceButton))
    host.obey({ type: 'do', what: 'press', args: [button, ButtonEvent.PRESSED] });
  host.obey({ type: 'do', what: 'hold', args: [DeviceButton.UP, 1_000] });
  await time.run(2_000);
  expect(events()).toEqual(expect.arrayContaining(['slider_blocked', 'temp_high']));
});

test('reports how strongly it vibrates as that changes, and nothing of it on a model that does not', async () => {
  const { time, call, report } = await start('oh');
  expect(report().vibration01).toBe(0);
  call(1, 'hvp.start');
  call(2, 'hvp.setState', { amplitude: 0.4, frequency: 100, position: 0 });
  await time.run(1);
  expect(report().vibration01).toBe(0.4);
  call(3, 'hvp.stop');
  await time.run(1);
  expect(report().vibration01).toBe(0);
  expect((await start('handy')).report().vibration01).toBeUndefined();
});

test('its battery can be drained and charged; an empty one takes it off the network', async () => {
  const { host, time, report, events } = await start('handy-2-pro');
  host.obey({ type: 'do', what: 'setBatteryLevel', args: [0.4] });
  await time.run(1_100);
  expect(report().battery01).toBeCloseTo(0.4, 1);
  host.obey({ type: 'do', what: 'setBatteryLevel', args: [0] });
  await time.run(2_000);
  expect(report()).toMatchObject({ online: false, mode: undefined });
  expect(events()).toContain('device_disconnected');
  host.obey({ type: 'do', what: 'setCharger', args: [true] });
  await time.run(20_000);
  expect(report().online).toBe(true);
});

test('sends a closing frame when it is closed, and nothing after it', async () => {
  const { host, time, closed, frames, samples } = await start('oh');
  host.obey({ type: 'watch', on: true });
  await time.run(200);
  host.obey({ type: 'close' });
  const frameCount = frames.length;
  await time.run(5_000);
  expect(closed).toEqual([1_000]);
  expect(frames).toHaveLength(frameCount);
  expect(samples()).toEqual([]);
});
