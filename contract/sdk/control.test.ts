import { connectionStatus, type Device } from '@tactus/sdk';
import { systemTime } from '@tactus/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandsOf, HANDY, OH, profiles, type RunningCloud, startCloud, until } from './cloud-and-device.ts';

describe.each(profiles)('the SDK against the cloud, profile %s', (profile) => {
  let running: RunningCloud;
  beforeAll(async () => {
    running = await startCloud(profile);
  });
  afterAll(() => running.close());

  async function connected(key = HANDY) {
    const device = running.device();
    await device.connect(key);
    await until(device, ({ mode, clockSync }) => mode !== undefined && clockSync.deviceUserTimeOffset !== undefined);
    return device;
  }

  /** A narrowed window moves the slider; that is no motion of a mode, so the test waits for it. */
  async function untilInStroke(device: Device): Promise<void> {
    for (let looks = 0; looks < 50; looks++) {
      const { position } = await device.slider.readState();
      if (position >= 0 && position <= 1) return;
      await systemTime.sleep(20);
    }
    throw new Error('The slider never came into its stroke');
  }

  test('connects: info, capabilities, stroke, clocks, and the status is ready', async () => {
    const device = await connected();
    await until(device, ({ slider }) => slider.max_absolute !== 100);
    const state = device.store.getState();
    expect(connectionStatus(state)).toBe('ready');
    expect(state).toMatchObject({
      connected: true,
      infoUpdated: true,
      clientClockSynced: true,
      info: { hw_model_no: 0, session_id: state.session_id },
      capabilities: { slider: 1 },
      slider: { min: 0, max: 1, min_absolute: 5 },
    });
    expect(Math.abs(state.clockSync.clockOffset)).toBeLessThan(100);
    device.close();
  });

  test('starts HAMP, sees it move, changes velocity and stroke, and Stop is confirmed by the device', async () => {
    const device = await connected();
    expect(await device.hamp.start()).toMatchObject({ play_state: 1, velocity: 0 });
    await until(device, ({ mode, hamp }) => mode === 0 && hamp.play_state === 1);
    await device.hamp.setVelocity(0.5);
    expect(device.store.getState().hamp.velocity).toBe(0.5);
    await device.slider.setStroke({ min: 0.25, max: 0.75 });
    expect(device.store.getState().slider).toMatchObject({ min: 0.25, max: 0.75 });

    const [first, second] = [await device.slider.readState(), await device.slider.readState()];
    expect(first.position_absolute).not.toBe(second.position_absolute);
    expect(device.position.at()).toMatchObject({ moving: true, estimated: true });
    await untilInStroke(device);

    const result = await device.stop();
    expect(result).toMatchObject({ outcome: 'confirmed' });
    expect(device.store.getState()).toMatchObject({ stopPhase: 'stopped', hamp: { play_state: 0 } });
    await systemTime.sleep(100);
    const rest = await device.slider.readState();
    expect(rest.speed_absolute).toBe(0);
    expect((await device.slider.readState()).position_absolute).toBe(rest.position_absolute);
    expect(device.position.at()?.positionMm).toBeDefined();
    expect(commandsOf(device.trace.entries())).toContain('hamp.stop');
    await device.slider.setStroke({ min: 0, max: 1 });
    device.close();
  });

  test('the predicted position stays near the reported one while it moves', async () => {
    const device = await connected();
    await device.slider.readState();
    await device.hamp.start();
    await device.hamp.setVelocity(0.3);
    await device.slider.readState();
    for (let look = 0; look < 4; look++) {
      await systemTime.sleep(150);
      const sentMs = systemTime.monotonic();
      const { position_absolute, speed_absolute } = await device.call('slider.state', {});
      const answeredMs = systemTime.monotonic();
      // The read took place somewhere in transit: the slider went no further than its speed in half that time.
      const slackMm = 8 + (Math.max(speed_absolute, 120) * (answeredMs - sentMs)) / 2_000;
      const predicted = device.position.at((sentMs + answeredMs) / 2);
      expect(Math.abs((predicted?.positionMm ?? Number.NaN) - position_absolute)).toBeLessThan(slackMm);
    }
    await device.stop();
    device.close();
  });

  test("a second client sees the first one's actions, and opening on a moving device shows it moving", async () => {
    const driver = await connected();
    await driver.hamp.start();
    await driver.hamp.setVelocity(0.2);
    const watcher = await connected();
    await until(watcher, ({ hamp }) => hamp.play_state === 1 && hamp.velocity === 0.2);
    expect(
      commandsOf(watcher.trace.entries()).filter((call) => call.startsWith('hamp.') && call !== 'hamp.state'),
    ).toEqual([]);
    await driver.hamp.setVelocity(0.6);
    await until(watcher, ({ hamp }) => hamp.velocity === 0.6);
    expect(await watcher.stop()).toMatchObject({ outcome: 'confirmed' });
    await until(driver, ({ hamp }) => hamp.play_state === 0);
    driver.close();
    watcher.close();
  });

  test('a Stop needs only the key: sent before any event, it is confirmed', async () => {
    const driver = await connected();
    await driver.hamp.start();
    const fresh = running.device();
    const connecting = fresh.connect(HANDY);
    expect(await fresh.stop()).toMatchObject({ outcome: 'confirmed' });
    await until(driver, ({ mode, hamp }) => mode === 7 && hamp.play_state === 0);
    await connecting;
    driver.close();
    fresh.close();
  });

  test('a lost device is shown as lost, a Stop reports that it cannot be sent, and a new session reconnects', async () => {
    const device = await connected();
    const { session_id } = device.store.getState();
    await running.setConnected(HANDY, false);
    await until(device, (state) => connectionStatus(state) === 'lost');
    expect(device.store.getState().disconnectReason).toBeTypeOf('string');
    await expect(device.hamp.start()).rejects.toMatchObject({ code: 'not-connected', message: 'Device not connected' });
    expect(await device.stop()).toMatchObject({ outcome: 'could-not-send', cause: { code: 'not-connected' } });
    await running.setConnected(HANDY, true);
    await until(device, (state) => connectionStatus(state) === 'ready' && state.session_id !== session_id);
    await until(device, ({ stopPhase }) => stopPhase === 'stopped');
    expect((device.store.getState().session_id ?? '') > (session_id ?? '')).toBe(true);
    device.close();
  });

  test('changes during a broken event stream are known once it is restored', async () => {
    const driver = await connected();
    let cut: () => void = () => undefined;
    const watcher = running.device({
      fetch(url, init) {
        if (!url.includes('/sse')) return fetch(url, init);
        const line = new AbortController();
        cut = () => line.abort(new Error('The line was cut'));
        const signal = init.signal ? AbortSignal.any([init.signal, line.signal]) : line.signal;
        return fetch(url, { ...init, signal });
      },
    });
    await watcher.connect(HANDY);
    await until(watcher, ({ mode }) => mode !== undefined);
    cut();
    await until(watcher, ({ sseConnected }) => !sseConnected);
    await driver.hamp.start();
    await driver.hamp.setVelocity(0.7);
    await until(watcher, ({ sseConnected, hamp, mode }) => sseConnected && mode === 0 && hamp.velocity === 0.7);
    expect(connectionStatus(watcher.store.getState())).toBe('ready');
    expect(await watcher.stop()).toMatchObject({ outcome: 'confirmed' });
    driver.close();
    watcher.close();
  });

  test('an Oh connects without any slider call, and its Stop is confirmed by the idle mode', async () => {
    const device = await connected(OH);
    expect(device.store.getState()).toMatchObject({ info: { hw_model_no: 1 }, capabilities: { slider: 0 } });
    expect(device.position.at()).toBeUndefined();
    expect(await device.stop()).toMatchObject({ outcome: 'confirmed' });
    expect(commandsOf(device.trace.entries()).filter((call) => call.startsWith('slider.'))).toEqual([]);
    device.close();
  });

  test('a mode change resets the state of the previous mode', async () => {
    const device = await connected();
    await device.hamp.start();
    await device.hamp.setVelocity(0.4);
    await until(device, ({ mode, hamp }) => mode === 0 && hamp.velocity === 0.4);
    await device.call('info.setMode2', { mode: 7 });
    await until(device, ({ mode, hamp }) => mode === 7 && hamp.velocity === 0 && hamp.play_state === 0);
    device.close();
  });

  test('the trace contains no key of a person or program', async () => {
    const device = await connected();
    await device.slider.readState();
    expect(JSON.stringify(device.trace.entries())).not.toMatch(new RegExp(`${HANDY}|contract-test`));
    device.close();
  });
});
