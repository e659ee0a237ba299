import { createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createAnalytics } from '../../analytics/create-analytics.ts';
import type { AnalyticsEvent } from '../../analytics/events.ts';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { connectDeviceOfSettings } from './connect-device-of-settings.ts';

const INFO = { fw_status: 0, fw_version: '4.0.19', hw_model_no: 1, hw_model_name: 'Oh.', session_id: '01A' };
const PLAYING = { play_state: 1, velocity: 0.2, direction: true };

/** A cloud with one device that moves until it is stopped. */
function cloud(time: FakeTime, info: typeof INFO) {
  const requests: string[] = [];
  const tookMs = new Map([['/servertime', 24]]);
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const frame = (name: string, data: unknown) =>
    `event: ${name}\ndata: ${JSON.stringify({ connection_key: 'AbCd1234', data })}\n\n`;
  const answers: Record<string, unknown> = {
    '/servertime': { server_time: 1_700_000_000_000 },
    '/info': { result: info },
    '/mode': { result: { mode: 0 } },
    '/hstp/info': { result: { time: 5_000, clock_offset: 77, rtd: 35 } },
    '/hamp/state': { result: PLAYING },
    '/hamp/stop': { result: { ...PLAYING, play_state: 0 } },
  };
  const fetch = async (address: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(address), 'http://cloud.invalid');
    requests.push(`${init?.method ?? 'GET'} ${pathname}`);
    const answerMs = tookMs.get(pathname);
    if (answerMs !== undefined) await time.sleep(answerMs);
    if (pathname === '/sse') {
      const frames = frame('device_status', { connected: true, info }) + frame('hamp_state_changed', PLAYING);
      const body = new ReadableStream<Uint8Array>({
        start(opened) {
          stream = opened;
          opened.enqueue(new TextEncoder().encode(frames));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    }
    return Response.json(answers[pathname] ?? { result: 'ok' });
  };
  const emit = (name: string, data: unknown) => stream?.enqueue(new TextEncoder().encode(frame(name, data)));
  const answerLate = (path: string, ms: number) => tookMs.set(path, ms);
  return { requests, fetch, emit, answerLate };
}

/** Settings without a key, and a device that follows them. */
function setUp(info = INFO) {
  const time = createFakeTime();
  const { fetch, ...cloudOfDevice } = cloud(time, info);
  const log = { warn: () => undefined, error: () => undefined };
  const settings = createSettingsStore({ storage: createMemoryStorage(), log });
  const analytics = createAnalytics(log);
  const events: AnalyticsEvent[] = [];
  analytics.onEvent((event) => events.push(event));
  const device = createDevice({
    apiBase: 'http://cloud.invalid',
    apiKey: 'test',
    fetch,
    time,
    random: createRandom(1),
  });
  const released: true[] = [];
  const undo = connectDeviceOfSettings({
    device,
    settings,
    analytics,
    onLetGo: () => released.push(true),
    onError: () => undefined,
  });
  onTestFinished(() => {
    undo();
    device.close();
  });
  return { ...cloudOfDevice, time, settings, events, device, released };
}

test('a connected device whose model is not 1 is The Handy', async () => {
  const { time, settings } = setUp({ ...INFO, hw_model_no: 2 });
  settings.chooseDevice('Oh');
  settings.update({ connectionKey: 'AbCd1234' });
  await time.run(5000);
  expect(settings.state.getState()).toMatchObject({
    device: 'The Handy',
    darkMode: true,
    femaleContentFilter: false,
  });
});

test('follows the key of the settings, raises analytics events, and stops a device before it is released', async () => {
  const { requests, emit, answerLate, time, settings, events, device, released } = setUp();
  expect(requests).toEqual([]);

  settings.update({ connectionKey: 'AbCd1234' });
  await time.run(5000);
  expect(device.store.getState()).toMatchObject({ connected: true, hamp: { play_state: 1 } });
  expect(settings.state.getState()).toMatchObject({ device: 'Oh', darkMode: false, femaleContentFilter: true });
  expect(events.map((event) => event.name)).toEqual(
    expect.arrayContaining(['identity', 'device_properties', 'sse_session_start', 'timing_changed_client']),
  );

  answerLate('/servertime', 40);
  const again = device.clock.sync();
  await time.run(1_000);
  await again;
  const clientTimings = events.filter(({ name }) => name === 'timing_changed_client');
  expect(clientTimings.map(({ properties }) => properties)).toEqual([{ rtdClient: 24 }, { rtdClient: 40 }]);
  emit('device_clock_synchronized', { time: 9_000, clock_offset: 80, rtd: 41 });
  await time.run(10);
  const deviceTimings = events.filter(({ name }) => name === 'timing_changed_device');
  expect(deviceTimings.map(({ properties }) => properties)).toEqual([{ rtdDevice: 35 }, { rtdDevice: 41 }]);

  const pending = device.ota.updateVersion({ version: '4.1.1', feature_flags: 'production' });
  await time.run(0);
  await pending;
  emit('ota_progress', { done: false, progress: 0.5, failed: false });
  await time.run(1_000);
  emit('ota_progress', { done: true, progress: 1, failed: false });
  await time.run(10);
  const versions = { fromVersion: '4.0.19', toVersion: '4.1.1' };
  expect(events).toContainEqual({ name: 'ota_started', properties: versions });
  expect(events).toContainEqual({ name: 'ota_finished', properties: { ...versions, timeUsed: 1_000 } });

  settings.update({ connectionKey: '' });
  await time.run(5000);
  expect([requests.includes('PUT /hamp/stop'), released]).toEqual([true, [true]]);
  expect(device.store.getState().connectionKey).toBeUndefined();
  expect(events.at(-1)?.name).toBe('reset');
});

test('a device that makes a direct move is stopped before it is released', async () => {
  const { requests, emit, time, settings, device, released } = setUp();
  settings.update({ connectionKey: 'AbCd1234' });
  await time.run(5000);
  emit('hamp_state_changed', { ...PLAYING, play_state: 0 });
  emit('hdsp_state_changed', { state: 1 });
  await time.run(10);
  expect(device.store.getState()).toMatchObject({ hamp: { play_state: 0 }, hdsp: { state: 1 } });
  settings.update({ connectionKey: 'Second01' });
  await time.run(5000);
  expect(requests.filter((line) => /^PUT .*(stop|mode2|xpt)$/.test(line))).not.toEqual([]);
  expect(released).toEqual([true]);
});

test('a device whose start has no answer is stopped before it is released', async () => {
  const { requests, answerLate, emit, time, settings, device, released } = setUp();
  settings.update({ connectionKey: 'AbCd1234' });
  await time.run(5000);
  emit('hamp_state_changed', { ...PLAYING, play_state: 0 });
  answerLate('/hamp/start', 500);
  await time.run(10);
  device.hamp.start().catch(() => undefined);
  await time.run(100);
  expect([requests.at(-1), device.store.getState().hamp.play_state]).toEqual(['PUT /hamp/start', 0]);
  settings.update({ connectionKey: 'Second01' });
  await time.run(100);
  expect(requests.filter((line) => /^PUT .*(stop|mode2)$/.test(line))).not.toEqual([]);
  expect(released).toEqual([true]);
  await time.run(5000);
  expect(device.store.getState().connectionKey).toBe('Second01');
});
