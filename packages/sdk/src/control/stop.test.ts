import { DeviceMode } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { isStopBegun } from '../commands/stop-begun.ts';
import { isModeMoving, readStopConfirmation, reportsMotionEnd, stopCallFor } from '../commands/stop-calls.ts';
import { initialState } from '../state/device-state.ts';
import { jsonResponse, refusal } from '../testing/scripted-cloud.ts';
import { infoOf, KEY, setUpDevice } from '../testing/scripted-device.ts';

const never = () => new Promise(() => undefined);

describe('stop calls', () => {
  test('every mode has its own, and one without is stopped by the idle mode', () => {
    const name = (mode: DeviceMode | undefined, position?: number) => stopCallFor(mode, position).name;
    expect(name(DeviceMode.HAMP)).toBe('hamp.stop');
    expect(name(DeviceMode.HSSP)).toBe('hssp.stop');
    expect(name(DeviceMode.HSP)).toBe('hsp.stop');
    expect(name(DeviceMode.VIBRATE)).toBe('hvp.stop');
    for (const mode of [undefined, DeviceMode.IDLE, DeviceMode.OTA, DeviceMode.BUTTON, DeviceMode.HRPP])
      expect(stopCallFor(mode, 0.5)).toEqual({ name: 'info.setMode2', input: { mode: 7 } });
  });

  test('a direct move is stopped by a move to the slider’s position, if that is known', () => {
    expect(stopCallFor(DeviceMode.HDSP, 1.2)).toEqual({
      name: 'hdsp.xpt',
      input: { xp: 1, t: 0, stop_on_target: true },
    });
    expect(stopCallFor(DeviceMode.HDSP, undefined).name).toBe('info.setMode2');
  });

  test('answers confirm it by play state, or require a read of the speed', () => {
    expect(readStopConfirmation('hamp.stop', { play_state: 0, velocity: 0, direction: true })).toBe('stopped');
    expect(readStopConfirmation('hamp.stop', { play_state: 1, velocity: 0, direction: true })).toBe('moving');
    for (const [play_state, proof] of [
      [0, 'stopped'],
      [1, 'moving'],
      [2, 'stopped'],
      [3, 'stopped'],
      [4, 'moving'],
    ] as const)
      expect(readStopConfirmation('hsp.stop', { ...initialState.hsp, play_state })).toBe(proof);
    expect(readStopConfirmation('hvp.stop', { ...initialState.hvp, enabled: true })).toBe('moving');
    expect(readStopConfirmation('hvp.stop', { ...initialState.hvp, enabled: false })).toBe('stopped');
    expect(readStopConfirmation('hssp.stop', { ...initialState.hsp, play_state: 2 })).toBe('stopped');
    expect(readStopConfirmation('hdsp.xpt', 'ok')).toBe('ask-speed');
    expect(readStopConfirmation('info.setMode2', { mode: 7, mode_session_id: 1 })).toBe('ask-speed');
    expect(readStopConfirmation('info.setMode2', { mode: 5, mode_session_id: 1 })).toBe('moving');
  });

  test('events confirm it if they show that a motion ended, but not by a disconnect', () => {
    const moving = {
      ...initialState,
      connected: true,
      mode: DeviceMode.HAMP,
      hamp: { play_state: 1 as const, velocity: 1, direction: true },
    };
    const still = { ...moving, hamp: initialState.hamp };
    expect(isModeMoving(moving)).toBe(true);
    expect(reportsMotionEnd(still, moving)).toBe(true);
    expect(reportsMotionEnd({ ...still, mode: DeviceMode.IDLE }, moving)).toBe(false);
    expect(reportsMotionEnd({ ...still, connected: false }, moving)).toBe(false);
    expect(reportsMotionEnd({ ...still, mode: DeviceMode.HSP }, moving)).toBe(false);
    expect(reportsMotionEnd(still, still)).toBe(false);
  });
});

async function moving(options: Parameters<typeof setUpDevice>[0] = {}) {
  const parts = setUpDevice(options);
  await parts.connectFully();
  const started = parts.device.hamp.start();
  await parts.time.run(1_000);
  await started;
  parts.cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 2 });
  await parts.time.run(10);
  parts.cloud.requests.length = 0;
  return parts;
}

describe('Stop', () => {
  test('sends the stop call of the mode at once and is confirmed when the device reports stopped', async () => {
    const { device, cloud, time, state } = await moving();
    const stopped = device.stop();
    expect(state().stopPhase).toBe('stopping');
    expect(cloud.lines()).toEqual(['PUT /hamp/stop']);
    await time.run(20);
    expect(await stopped).toEqual({ outcome: 'confirmed', tookMs: 20, cause: undefined });
    expect(state()).toMatchObject({ stopPhase: 'stopped', hamp: { play_state: 0 } });
    await time.run(10_000);
    expect(cloud.lines()).toEqual(['PUT /hamp/stop']);
  });

  test('needs nothing but the key: before any report of the device, it requests the idle mode', async () => {
    const { device, cloud, time } = setUpDevice();
    void device.connect(KEY).catch(() => undefined);
    const stopped = device.stop();
    await time.run(100);
    expect(cloud.lines()).toEqual(['PUT /mode2', 'GET /slider/state']);
    expect(cloud.requests.find(({ path }) => path === '/mode2')?.body).toEqual({ mode: 7 });
    expect(await stopped).toMatchObject({ outcome: 'confirmed' });
    device.close();
  });

  test('without a key it cannot be sent', async () => {
    expect(await setUpDevice().device.stop()).toMatchObject({
      outcome: 'could-not-send',
      cause: { message: 'Connection key is required' },
    });
  });

  test('is confirmed for a device whose firmware is being written, which is at rest', async () => {
    const { device, cloud, time } = await moving();
    cloud.stream.send('mode_changed', { mode: DeviceMode.OTA, mode_session_id: 3 });
    await time.run(10);
    cloud.on('PUT /mode2', () => refusal(100013, 'Firmware update running, mode change refused'));
    const stopped = device.stop();
    await time.run(100);
    expect(await stopped).toMatchObject({ outcome: 'confirmed' });
    await time.run(10_000);
    expect(cloud.lines()).toEqual(['PUT /mode2']);
  });

  test('requests the idle mode if unconfirmed after 500 ms, and the speed confirms it', async () => {
    const { device, cloud, time, world } = await moving();
    cloud.on('PUT /hamp/stop', never);
    world.slider.speed_absolute = 120;
    const stopped = device.stop();
    await time.run(499);
    expect(cloud.lines()).toEqual(['PUT /hamp/stop']);
    await time.run(1);
    expect(cloud.lines()).toEqual(['PUT /hamp/stop', 'PUT /mode2']);
    await time.run(100);
    world.slider.speed_absolute = 0;
    await time.run(300);
    expect(await stopped).toMatchObject({ outcome: 'confirmed' });
    expect(cloud.lines().filter((line) => line === 'GET /slider/state').length).toBeGreaterThanOrEqual(2);
  });

  test('is confirmed by an event if the answer is lost', async () => {
    const { device, cloud, time, state } = await moving();
    cloud.on('PUT /hamp/stop', never);
    const stopped = device.stop();
    await time.run(100);
    cloud.stream.send('hamp_state_changed', { play_state: 0, velocity: 0, direction: true });
    await time.run(10);
    expect(await stopped).toMatchObject({ outcome: 'confirmed' });
    expect(state().stopPhase).toBe('stopped');
  });

  test('reports if nothing can be sent, retries, and stops the device once it can', async () => {
    const { device, cloud, time, state, after, world } = await moving();
    cloud.on('PUT /hamp/stop', () => refusal(1001, 'Device not connected'));
    cloud.on('PUT /mode2', () => refusal(1001, 'Device not connected'));
    const stopped = device.stop();
    await time.run(600);
    expect(await stopped).toMatchObject({ outcome: 'could-not-send', cause: { code: 'not-connected' } });
    expect(state().stopPhase).toBe('could-not-send');
    await time.run(20_000);
    expect(cloud.lines().filter((line) => line === 'PUT /hamp/stop').length).toBeGreaterThan(3);
    cloud.on(
      'PUT /hamp/stop',
      after(() => ({ ...world.hamp, play_state: 0 })),
    );
    await time.run(5_100);
    expect(state().stopPhase).toBe('stopped');
    const sent = cloud.lines().length;
    await time.run(20_000);
    expect(cloud.lines().length).toBe(sent);
  });

  test('reports after three seconds without any answer that it could not be sent', async () => {
    const { device, cloud, time } = await moving();
    cloud.on('PUT /hamp/stop', never);
    cloud.on('PUT /mode2', never);
    const stopped = device.stop();
    await time.run(3_000);
    expect(await stopped).toMatchObject({ outcome: 'could-not-send', tookMs: 3_000, cause: { code: 'timeout' } });
    device.close();
    // It is sent for another minute at most, and the last one waits for its answer.
    await time.run(120_000);
    expect(time.pending()).toBe(0);
  });

  test('stops a device at once that reconnects during its retries', async () => {
    const { device, cloud, time, state } = await moving();
    cloud.on('PUT /hamp/stop', () => refusal(1001, 'Device not connected'));
    cloud.on('PUT /mode2', () => refusal(1001, 'Device not connected'));
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: '', timestamp: '' });
    await time.run(10);
    const stopped = device.stop();
    await time.run(10_500);
    expect(await stopped).toMatchObject({ outcome: 'could-not-send' });
    cloud.on('PUT /hamp/stop', () => ({ result: { play_state: 0, velocity: 0, direction: true } }));
    cloud.stream.send('device_connected', { connected: true, info: infoOf('01HZ0001') });
    await time.run(100);
    expect(state().stopPhase).toBe('stopped');
  });

  test('is sent at once when the network is back, and then again at the first pace, by one series of retries', async () => {
    let onVisible = (): void => undefined;
    const visibility = {
      onVisible(run: () => void) {
        onVisible = run;
        return () => undefined;
      },
    };
    const { device, cloud, time, state, after, world } = await moving({ visibility });
    for (const line of ['PUT /hamp/stop', 'PUT /mode2']) cloud.on(line, () => Promise.reject(new TypeError('offline')));
    const stopsSent = () => cloud.lines().filter((line) => line === 'PUT /hamp/stop').length;
    void device.stop();
    await time.run(9_500);
    expect(stopsSent()).toBe(4);
    onVisible();
    await time.run(0);
    expect(stopsSent()).toBe(5);
    await time.run(1_500);
    expect(stopsSent()).toBe(6);
    await time.run(2_900);
    expect(stopsSent()).toBe(6);
    cloud.on(
      'PUT /hamp/stop',
      after(() => ({ ...world.hamp, play_state: 0 })),
    );
    onVisible();
    await time.run(100);
    expect(state().stopPhase).toBe('stopped');
    const sent = stopsSent();
    onVisible();
    await time.run(20_000);
    expect(stopsSent()).toBe(sent);
  });

  test('requests the idle mode at once after a second press', async () => {
    const { device, cloud, time } = await moving();
    cloud.on('PUT /hamp/stop', never);
    const first = device.stop();
    await time.run(100);
    const second = device.stop();
    await time.run(100);
    expect(cloud.lines().slice(0, 3)).toEqual(['PUT /hamp/stop', 'PUT /hamp/stop', 'PUT /mode2']);
    expect(await first).toMatchObject({ outcome: 'confirmed' });
    expect(await second).toEqual(await first);
  });

  test('notifies listeners once per press, of the second while the first is pending', async () => {
    const { device, cloud, time } = await moving();
    cloud.on('PUT /hamp/stop', never);
    let calls = 0;
    device.store.subscribe((now, before) => {
      if (isStopBegun(now, before)) calls += 1;
    });
    void device.stop();
    expect(calls).toBe(1);
    await time.run(100);
    expect(device.store.getState().stopPhase).toBe('stopping');
    void device.stop();
    await time.run(100);
    expect(calls).toBe(2);
  });

  test('stops again after a pending start that is answered later', async () => {
    const { device, cloud, time, world, state } = await moving();
    cloud.on('PUT /hamp/start', async () => {
      await time.sleep(300);
      world.hamp = { ...world.hamp, play_state: 1 };
      return { result: world.hamp };
    });
    const started = device.hamp.start();
    await time.run(10);
    const stopped = device.stop();
    await time.run(100);
    expect(await stopped).toMatchObject({ outcome: 'confirmed' });
    await time.run(1_000);
    await started;
    expect(cloud.lines().filter((line) => line === 'PUT /hamp/stop')).toHaveLength(2);
    expect(state()).toMatchObject({ stopPhase: 'stopped', hamp: { play_state: 0 } });
  });

  test.each([
    ['another device', 'AnotherKey1', 1],
    ['the same device, connected again,', KEY, 2],
  ])('of %s is sent again for a start from before where that is of its device', async (_, key, rounds) => {
    const { device, cloud, time, state } = await moving();
    cloud.on('PUT /hamp/start', async () => {
      await time.sleep(2_000);
      return { result: {} };
    });
    device.hamp.start().catch(() => undefined);
    await time.run(10);
    device.disconnect();
    device.connect(key).catch(() => undefined);
    cloud.on('PUT /mode2', () => ({ result: { mode: 7, mode_session_id: 2 } }));
    cloud.requests.length = 0;
    await Promise.all([device.stop(), time.run(1_000)]);
    await time.run(3_000);
    expect(cloud.lines().filter((line) => line === 'PUT /mode2')).toHaveLength(rounds);
    expect(state().stopPhase).toBe('stopped');
    device.close();
  });

  test('drops earlier drag values, and sends later ones', async () => {
    const { device, cloud, time } = await moving();
    const drag = device.drag(
      (velocity: number) => device.hamp.setVelocity(velocity),
      () => undefined,
    );
    void drag(0.1);
    await time.run(50);
    void drag(0.9);
    const stopped = device.stop();
    await time.run(1_000);
    await stopped;
    expect(cloud.requests.filter(({ path }) => path === '/hamp/velocity').map(({ body }) => body)).toEqual([
      { velocity: 0.1 },
    ]);
    void drag(0.2);
    await time.run(1_000);
    expect(cloud.lines().at(-1)).toBe('PUT /hamp/velocity');
  });

  test('ends its retries when the user starts the device', async () => {
    const { device, cloud, time, state } = await moving();
    cloud.on('PUT /hamp/stop', () => jsonResponse({}, 503));
    cloud.on('PUT /mode2', () => jsonResponse({}, 503));
    const stopped = device.stop();
    await time.run(200);
    const started = device.hamp.start();
    await time.run(50);
    await started;
    expect(await stopped).toMatchObject({ outcome: 'could-not-send', cause: { code: 'api' } });
    expect(state().stopPhase).toBe('none');
    cloud.requests.length = 0;
    await time.run(20_000);
    expect(cloud.lines().filter((line) => line.includes('stop'))).toEqual([]);
  });

  test('is confirmed by the idle mode of a device without a slider', async () => {
    const { device, cloud, time, after, comeOnline } = setUpDevice();
    cloud.on(
      'GET /capabilities',
      after(() => ({ slider: 0, lra: 1 })),
    );
    cloud.on('PUT /hvp/stop', never);
    const connected = device.connect(KEY);
    await time.run(10);
    comeOnline();
    await time.run(2_000);
    await connected;
    const stopped = device.stop();
    await time.run(100);
    expect(await stopped).toMatchObject({ outcome: 'confirmed' });
    expect(cloud.lines()).not.toContain('GET /slider/state');
  });
});
