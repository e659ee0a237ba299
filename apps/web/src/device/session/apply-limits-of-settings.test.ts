import { HampPlayState } from '@tactus/protocol';
import { createDevice, NO_LIMITS } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { applyLimitsOfSettings } from './apply-limits-of-settings.ts';

const INFO = { fw_status: 0, fw_version: '4.0.19', hw_model_no: 0, hw_model_name: 'A device', session_id: '01A' };
const READINGS: Readonly<Record<string, unknown>> = {
  '/servertime': { server_time: 1_700_000_000_000 },
  '/info': { result: INFO },
  '/mode': { result: { mode: 0 } },
  '/capabilities': { result: { slider: 1 } },
  '/hamp/start': { result: { play_state: HampPlayState.PLAYING, velocity: 0.5, direction: true } },
};

/** A connected device at rest under the limits of the settings, and the requests to it. */
async function setUp(load?: Parameters<typeof applyLimitsOfSettings>[0]['load']) {
  const time = createFakeTime();
  const log = { warn: () => undefined };
  const settings = createSettingsStore({ storage: createMemoryStorage(), log });
  const sent: string[] = [];
  const device = createDevice({
    apiBase: 'http://cloud.invalid',
    apiKey: 'test',
    time,
    random: createRandom(1),
    async fetch(address, init) {
      const { pathname } = new URL(String(address), 'http://cloud.invalid');
      if (pathname === '/sse') {
        const frame = `event: device_status\ndata: ${JSON.stringify({ connection_key: 'AbCd1234', data: { connected: true, info: INFO } })}\n\n`;
        const body = new ReadableStream({ start: (opened) => opened.enqueue(new TextEncoder().encode(frame)) });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      }
      if (init?.method === 'PUT') sent.push(`${pathname} ${String(init.body)}`);
      return Response.json(READINGS[pathname] ?? { result: 'ok' });
    },
  });
  const onError = vi.fn();
  const undo = applyLimitsOfSettings({
    device,
    followers: createStore(() => ({ moving: false })),
    settings,
    time,
    heartbeat: time.every,
    onError,
    onSessionOver: () => undefined,
    ...(load && { load }),
  });
  const connecting = device.connect('AbCd1234');
  await time.run(5000);
  await connecting;
  const limit = (change: object) => settings.update({ limits: { ...settings.state.getState().limits, ...change } });
  /** Makes a call and returns the request that it sent. */
  async function sentBy(call: () => Promise<unknown>): Promise<string | undefined> {
    const before = sent.length;
    const answer = call().catch(() => undefined);
    await time.run(50);
    await answer;
    return sent[before];
  }
  return { device, settings, limit, sentBy, undo, onError };
}

describe('the limits of the settings', () => {
  test('are none by default, and apply at once when set', async () => {
    const { device, limit, undo } = await setUp();
    expect(device.limits.current()).toEqual(NO_LIMITS);
    limit({ maxSpeedMmS: 150, rampSeconds: 3 });
    expect(device.limits.current()).toMatchObject({ maxSpeedMmS: 150, rampMs: 3000, maxAmplitude: 1 });
    limit({ maxSpeedMmS: 0, rampSeconds: 0 });
    expect(device.limits.current()).toEqual(NO_LIMITS);
    undo();
    limit({ maxSpeedMmS: 150 });
    expect(device.limits.current()).toEqual(NO_LIMITS);
    device.close();
  });

  test('a speed limit holds alternating motion, direct moves, streams and scripts', async () => {
    const { device, limit, sentBy } = await setUp();
    limit({ maxSpeedMmS: 100 });
    const fast = [
      { t: 0, x: 0 },
      { t: 100, x: 100 },
    ];
    expect(await sentBy(() => device.hamp.setVelocity(1))).toBe('/hamp/velocity {"velocity":0.25}');
    expect(await sentBy(() => device.call('hdsp.xava', { xa: 50, va: 400 }))).toContain('"va":100');
    expect(await sentBy(() => device.call('hsp.add', { points: fast, flush: true }))).not.toContain('"x":100');
    expect(device.limits.holdScript(fast).at(-1)?.x).toBeLessThan(20);
    await expect(device.hssp.setup({ url: 'https://scripts.example/unknown.csv' })).rejects.toThrow('not read here');
    device.close();
  });

  test('settings that another tab stored send nothing and lift no limit of the moment where the limits are the same', async () => {
    const { device, settings, limit, sentBy } = await setUp();
    limit({ maxSpeedMmS: 150 });
    await sentBy(() => device.hamp.start());
    expect(device.store.getState().hamp.play_state).toBe(HampPlayState.PLAYING);
    device.limits.set({ maxSpeedMmS: 40, rampMs: 0, maxAmplitude: 0.5 });
    const ofTheGentleEnd = device.limits.current();
    expect(await sentBy(async () => settings.reload())).toBeUndefined();
    expect(device.limits.current()).toEqual(ofTheGentleEnd);
    limit({ maxSpeedMmS: 100 });
    expect(device.limits.current()).toMatchObject({ maxSpeedMmS: 100, maxAmplitude: 1 });
    device.close();
  });

  test('a slow start holds alternating motion, vibration and direct moves', async () => {
    const { device, limit, sentBy } = await setUp();
    limit({ rampSeconds: 5 });
    expect(await sentBy(() => device.hamp.setVelocity(1))).toBe('/hamp/velocity {"velocity":0}');
    expect(await sentBy(() => device.hvp.setState({ amplitude: 1, frequency: 100 }))).toContain('"amplitude":0');
    expect(await sentBy(() => device.call('hdsp.xava', { xa: 50, va: 400 }))).toContain('"va":32');
    device.close();
  });

  test('the code that times a session is loaded again at the next change, if loading failed', async () => {
    const set = vi.fn();
    const load = vi
      .fn(async () => ({ createSessionTimer: () => ({ set, close: () => undefined }) }))
      .mockRejectedValueOnce(new Error('It is not here'));
    const { device, limit, onError, undo } = await setUp(load);
    limit({ sessionMinutes: 20 });
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(new Error('It is not here')));
    expect(set).not.toHaveBeenCalled();
    limit({ sessionMinutes: 30 });
    await vi.waitFor(() => expect(set).toHaveBeenLastCalledWith(30));
    limit({ sessionMinutes: 40 });
    await vi.waitFor(() => expect(set).toHaveBeenLastCalledWith(40));
    expect(load).toHaveBeenCalledTimes(2);
    undo();
    device.close();
  });
});
