import { DeviceMode } from '@tactus/protocol';
import { createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { watchForeignController } from './foreign-controller.ts';

const INFO = { fw_status: 0, fw_version: '4.0.19', hw_model_no: 0, hw_model_name: 'H01', session_id: '01A' };
const LOADED = {
  ...{ play_state: 0, pause_on_starving: false, points: 61, max_points: 4000, current_point: 0, current_time: 0 },
  ...{ loop: false, playback_rate: 1, first_point_time: 0, last_point_time: 60_000, stream_id: 7 },
  ...{ tail_point_stream_index: 61, tail_point_stream_index_threshold: 0 },
};

/** A connected, idle device, whose cloud holds the answers to commands back until `answer`. */
async function setUp({ isGuest = false } = {}) {
  const time = createFakeTime();
  const waiting: (() => void)[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const frame = (name: string, data: unknown) =>
    new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify({ connection_key: 'AbCd1234', data })}\n\n`);
  const answers: Record<string, unknown> = {
    '/servertime': { server_time: 1_700_000_000_000 },
    '/info': { result: INFO },
    '/mode': { result: { mode: DeviceMode.IDLE } },
    '/hssp/setup': { result: LOADED },
    '/hsp/setup': { result: LOADED },
    '/hsp/add': { result: { ...LOADED, stream_id: 8 } },
    '/hamp/start': { result: { play_state: 1, velocity: 0.2, direction: true } },
  };
  const device = createDevice({
    ...{ apiBase: 'http://cloud.invalid', apiKey: 'test', time, random: createRandom(1) },
    fetch: async (address, init) => {
      const { pathname } = new URL(String(address), 'http://cloud.invalid');
      if (pathname === '/sse') {
        const body = new ReadableStream<Uint8Array>({
          start(opened) {
            stream = opened;
            opened.enqueue(frame('device_status', { connected: true, info: INFO }));
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      }
      if (init?.method === 'PUT') await new Promise<void>((resolve) => waiting.push(resolve));
      return Response.json(answers[pathname] ?? { result: 'ok' });
    },
  });
  device.connect('AbCd1234');
  await time.run(5_000);
  const watch = watchForeignController({ device, time, isGuest: () => Promise.resolve(isGuest) });
  watch.open();
  return {
    ...{ device, time, watch },
    async emit(name: string, data: unknown) {
      stream?.enqueue(frame(name, data));
      await time.run(10);
    },
    async answer() {
      for (const go of waiting.splice(0)) go();
      await time.run(10);
    },
  };
}

const entered = (mode: DeviceMode) => ['mode_changed', { mode, mode_session_id: 1 }] as const;

test.each([
  ['as the mode of scripts', DeviceMode.HSSP],
  ['as the mode of points', DeviceMode.HSP],
])('changes by the script of an address are our own, reported %s', async (_, mode) => {
  const { device, watch, emit, answer } = await setUp();
  const isSetUp = device.hssp.setup({ url: 'https://scripts.example/a.csv' });
  await emit(...entered(mode));
  await answer();
  await isSetUp;
  expect(device.store.getState().mode).toBe(mode);
  expect(watch.controller.getState()).toBeUndefined();
  device.close();
});

test('a command explains a change for as long as it has no answer, and two seconds more', async () => {
  const { device, time, watch, emit, answer } = await setUp();
  const isStarted = device.hamp.start();
  await time.run(4_500);
  await emit(...entered(DeviceMode.HAMP));
  expect(watch.controller.getState()).toBeUndefined();
  await answer();
  await isStarted;
  await time.run(1_900);
  await emit(...entered(DeviceMode.IDLE));
  await emit(...entered(DeviceMode.HAMP));
  expect(watch.controller.getState()).toBeUndefined();
  await time.run(200);
  await emit(...entered(DeviceMode.IDLE));
  await emit(...entered(DeviceMode.HAMP));
  expect(watch.controller.getState()).toBe('app');
  device.close();
});

test('a change that no command of ours explains is attributed to another app, until this one acts or the person closes the notice', async () => {
  const { device, time, watch, emit, answer } = await setUp();
  await emit(...entered(DeviceMode.HDSP));
  expect(watch.controller.getState()).toBe('app');
  watch.dismiss();
  expect(watch.controller.getState()).toBeUndefined();

  await time.run(3_000);
  await emit(...entered(DeviceMode.HSP));
  expect(watch.controller.getState()).toBe('app');
  const isStarted = device.hamp.start();
  await emit(...entered(DeviceMode.HAMP));
  await answer();
  await isStarted;
  expect(watch.controller.getState()).toBeUndefined();
  device.close();
});

test('points that arrive in another stream show that another app has set it up, until this one acts again', async () => {
  const { device, watch, emit, answer } = await setUp();
  const isSetUp = device.hsp.setup({ stream_id: 7 });
  await emit(...entered(DeviceMode.HSP));
  await answer();
  await isSetUp;
  const isAdded = device.hsp.add([{ t: 0, x: 50 }]);
  await answer();
  await isAdded;
  expect(watch.controller.getState()).toBe('app');
  await emit('battery_changed', { level: 80 });
  expect(watch.controller.getState()).toBe('app');

  const isSetUpAnew = device.hsp.setup({ stream_id: 7 });
  await answer();
  await isSetUpAnew;
  expect(watch.controller.getState()).toBeUndefined();
  const isLate = device.hsp.add([{ t: 0, x: 50 }]);
  const isSetUpBehind = device.hsp.setup({ stream_id: 7 });
  await answer();
  await Promise.all([isLate, isSetUpBehind]);
  expect(watch.controller.getState()).toBeUndefined();
  device.close();
});

test('a motion by the owner’s guest is reported as the guest’s', async () => {
  const { device, watch, emit } = await setUp({ isGuest: true });
  await emit(...entered(DeviceMode.HAMP));
  expect(watch.controller.getState()).toBe('guest');
  device.close();
});

test('a client that leaves the device at rest for half a minute is gone; a moving device stays attributed to it', async () => {
  const { device, time, watch, emit } = await setUp();
  const pass = async (seconds: number) => {
    for (let s = 0; s < seconds; s += 5) {
      await time.run(5_000);
      await emit('battery_changed', { level: 80 - s });
    }
  };
  await emit(...entered(DeviceMode.HAMP));
  await pass(25);
  await emit('hamp_state_changed', { play_state: 1, velocity: 0.4, direction: true });
  await pass(60);
  expect(watch.controller.getState()).toBe('app');
  await emit('hamp_state_changed', { play_state: 0, velocity: 0.4, direction: true });
  await pass(25);
  expect(watch.controller.getState()).toBe('app');
  await pass(10);
  expect(watch.controller.getState()).toBeUndefined();
  device.close();
});
