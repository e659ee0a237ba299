/** Connection and state transitions of the client, against the real cloud. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BleState, ConnectionMode, DeviceMode } from '@tactus/protocol';
import { type DeviceState, hasLegacyFirmware } from '@tactus/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testDevice } from '../cloud/test-device.ts';
import { commandsOf } from './cloud-and-device.ts';
import { KEY, virtualWorld } from './cloud-in-virtual-time.ts';

const SCRIPT = { csv: '0,0\n4000,100\n8000,0\n' };
const SCRIPT_AT_A_URL = { url: 'https://nowhere.invalid/script.csv' };

async function connected(options: Parameters<typeof virtualWorld>[0] = {}) {
  const world = await virtualWorld(options);
  const device = await world.connected();
  const seen: DeviceState[] = [];
  device.store.subscribe((state) => seen.push(state));
  return { ...world, device, state: () => device.store.getState(), seen };
}

describe('connection', () => {
  test('NOT_CONNECTING -> CONNECTING -> GETTING_INFO -> SYNCING_CLOCK -> NOT_CONNECTING', async () => {
    const world = await virtualWorld({});
    const device = world.device();
    const states: string[] = [device.store.getState().connectionState];
    device.store.subscribe(({ connectionState }) => {
      if (states.at(-1) !== connectionState) states.push(connectionState);
    });
    await world.settled(device.connect(KEY));
    expect(states).toEqual(['NOT_CONNECTING', 'CONNECTING', 'GETTING_INFO', 'SYNCING_CLOCK', 'NOT_CONNECTING']);
  });

  test('the event stream is opened and waited for, then the device, until it reports connected', async () => {
    const world = await virtualWorld({});
    world.virtual.disconnect('away');
    const device = world.device();
    const connecting = device.connect(KEY).catch(() => undefined);
    await world.time.run(3_000);
    expect(device.store.getState()).toMatchObject({
      sseConnected: true,
      connected: false,
      connectionState: 'CONNECTING',
    });
    world.virtual.connect();
    await world.settled(connecting);
    expect(device.store.getState()).toMatchObject({ connected: true, connectionState: 'NOT_CONNECTING' });
  });

  test('basic info is fetched unless it is known already or the device is legacy', async () => {
    const { device } = await connected();
    expect(commandsOf(device.trace.entries())).not.toContain('info.info'); // the stream reported it
    const legacy = await virtualWorld({ device: { firmware: '3.2.3' } });
    const old = legacy.device();
    await legacy.settled(old.connect(KEY));
    expect(hasLegacyFirmware(old.store.getState())).toBe(true);
    expect(commandsOf(old.trace.entries())).toEqual([]);
  });

  test('the client clock is synced with the server unless a stored sync is still valid', async () => {
    const entries = new Map<string, string>();
    const storage = {
      getItem: (name: string) => entries.get(name) ?? null,
      setItem: (name: string, value: string) => void entries.set(name, value),
    };
    const world = await virtualWorld({});
    const samples = (device: Awaited<ReturnType<typeof world.connected>>) =>
      device.trace.entries().filter(({ kind }) => kind === 'clock-sample').length;
    const first = await world.connected({ storage, clock: 'compatible' });
    expect(samples(first)).toBe(10);
    first.close();
    const second = await world.connected({ storage, clock: 'compatible' });
    expect(samples(second)).toBe(0);
    second.close();
    await world.time.run(3_600_000);
    expect(samples(await world.connected({ storage, clock: 'compatible' }))).toBe(10);
  });

  test('clock sync that is not finished in time sets connectingTimeout', async () => {
    const world = await virtualWorld({});
    const device = world.device({
      fetch: (url, init) => (url.includes('/servertime') ? new Promise(() => undefined) : world.fetch(url, init)),
    });
    const failed = device.connect(KEY).catch((error: Error) => error.message);
    await world.time.run(4_999);
    expect(device.store.getState()).toMatchObject({ connectingTimeout: false, connectionState: 'SYNCING_CLOCK' });
    await world.time.run(1);
    expect(device.store.getState().connectingTimeout).toBe(true);
    expect(await failed).toBeTypeOf('string');
  });

  test('a changed session_id on connect resets state and reconnects', async () => {
    const { device, time, virtual, settled, state, seen } = await connected();
    await settled(device.hamp.start());
    await settled(device.hamp.setVelocity(0.6));
    await settled(device.system.environment());
    const { session_id } = state();
    virtual.hardware().restartSession();
    await time.run(2_000);
    expect(seen.some((now) => now.connectionState === 'CONNECTING' && now.session_id === undefined)).toBe(true);
    expect(state()).toMatchObject({ connected: true, connectionState: 'NOT_CONNECTING', environment: undefined });
    expect(state().session_id).not.toBe(session_id);
  });

  test('a disconnect event counts only if its session_id is at least the current one', async () => {
    const { cloud, device: make, settled, time } = await virtualWorld({});
    const linked = testDevice({ connectionKey: 'Linked0001' });
    cloud.link(linked);
    const device = make();
    await settled(device.connect('Linked0001'));
    const { session_id = '' } = device.store.getState();
    for (const [session, connected] of [
      ['01H99999999999999999999999', true],
      [session_id, false],
    ] as const) {
      linked.emit({ name: 'device_disconnected', data: { session_id: session, reason: 'wifi', timestamp: '' } });
      await time.run(10);
      expect(device.store.getState().connected).toBe(connected);
    }
  });

  test('device connected and disconnected need no action: nothing is sent and no event is unhandled', async () => {
    const { device, time, virtual } = await connected();
    const before = device.trace.entries().at(-1)?.seq ?? 0;
    virtual.disconnect('away');
    await time.run(5_000);
    expect(device.store.getState().connected).toBe(false);
    const since = device.trace.entries().filter(({ seq }) => seq > before);
    expect(since.filter(({ kind }) => kind === 'command')).toEqual([]);
    virtual.connect();
    await time.run(5_000);
    expect(device.store.getState().connected).toBe(true);
    const unhandled = device.trace.entries().flatMap((entry) => (entry.kind === 'unhandled' ? [entry.what] : []));
    expect(unhandled.filter((what) => /^device_(connected|disconnected)$/.test(what))).toEqual([]);
  });

  test('client timing changed and device timing changed are each reported as an event', async () => {
    const { device, settled, virtual } = await connected();
    const received: string[] = [];
    device.on('client_timing_changed', () => received.push('client'));
    device.on('device_timing_changed', () => received.push('device'));
    await settled(device.clock.sync());
    virtual.hardware().setClockError({ skewMs: 5_000, driftPpm: 0 });
    await settled(device.hstp.clocksync());
    expect(received).toEqual(['client', 'device']);
  });

  test('other device events are logged as unhandled', async () => {
    const { device, time, virtual } = await connected();
    virtual.hardware().reportWifiScan(4);
    await time.run(10);
    expect(device.trace.entries()).toContainEqual(
      expect.objectContaining({ kind: 'unhandled', what: 'wifi_scan_complete' }),
    );
  });
});

describe('mode', () => {
  test('a mode change resets the state of the previous mode: HAMP, HSP', async () => {
    const { device, settled, state } = await connected();
    await settled(device.hamp.start());
    await settled(device.hamp.setVelocity(0.6));
    await settled(device.hsp.setup());
    expect(state()).toMatchObject({ mode: DeviceMode.HSP, hamp: { play_state: 0, velocity: 0 } });
    await settled(device.hsp.add([{ t: 0, x: 0 }]));
    expect(state().hsp.points).toBe(1);
    await settled(device.info.setMode(DeviceMode.IDLE));
    expect(state()).toMatchObject({ mode: DeviceMode.IDLE, hsp: { play_state: 0, points: 0 } });
  });

  test('a mode change resets the state of the previous mode: VIBRATE', async () => {
    const { device, settled, state } = await connected({ device: { model: 'oh' } });
    await settled(device.hvp.setState({ amplitude: 0.5, frequency: 80 }));
    expect(state()).toMatchObject({ mode: DeviceMode.VIBRATE, hvp: { enabled: true } });
    await settled(device.info.setMode(DeviceMode.IDLE));
    expect(state().hvp).toEqual({ enabled: false, amplitude: 0, frequency: 0, position: 0 });
  });
});

describe('HSSP script', () => {
  test('NOT_INITIALIZED -> SETTING_SCRIPT -> SCRIPT_SET', async () => {
    const { device, settled, seen, state } = await connected();
    expect(state().hssp.internalState).toBe('NOT_INITIALIZED');
    await settled(device.hssp.setup(SCRIPT));
    const gone = new Set(seen.map(({ hssp }) => hssp.internalState));
    gone.delete('NOT_INITIALIZED');
    expect([...gone]).toEqual(['SETTING_SCRIPT', 'SCRIPT_SET']);
    expect(state().hssp.internalState).toBe('SCRIPT_SET');
  });

  test('SETTING_SCRIPT -> SCRIPT_FAILED', async () => {
    const { device, settled, state } = await connected();
    await expect(settled(device.hssp.setup(SCRIPT_AT_A_URL))).rejects.toMatchObject({ code: 'refused' });
    expect(state().hssp.internalState).toBe('SCRIPT_FAILED');
    await expect(device.hssp.play()).rejects.toBe(state().hssp.failure);
  });

  test('a script whose host takes 8 s to answer is set', async () => {
    let answer: (() => void) | undefined;
    const host = createServer((_request, response) => {
      answer = () => response.setHeader('content-type', 'text/csv').end(SCRIPT.csv);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void host.close());
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/slow.csv`; // it listens on TCP
    const { device, state, time } = await connected();
    // Bytes travel in real time, of which the clock of this world must not run ahead.
    const until = (isSo: () => boolean) => vi.waitUntil(() => time.run(5).then(isSo), { interval: 5, timeout: 10_000 });
    const setting = device.hssp.setup({ url });
    setting.catch(() => undefined); // the state shows it
    await until(() => answer !== undefined);
    await time.run(8_000);
    answer?.();
    await until(() => state().hssp.internalState !== 'SETTING_SCRIPT');
    expect(state().hssp).toMatchObject({ internalState: 'SCRIPT_SET' });
    expect(await setting).toMatchObject({ points: 3 });
  });

  test('a play request is deferred until the script is set', async () => {
    const { device, settled, state, time } = await connected();
    const playing = device.hssp.play({ start_time: 1_000 });
    await time.run(3_000);
    expect(commandsOf(device.trace.entries())).not.toContain('hssp.play');
    await settled(device.hssp.setup(SCRIPT));
    expect(await settled(playing)).toMatchObject({ play_state: 1 });
    expect(state()).toMatchObject({ mode: DeviceMode.HSP, hsp: { play_state: 1 } });
  });
});

describe('OTA', () => {
  const OLD = { device: { firmware: '4.0.19' } } as const;

  test('ongoing starts on an update request', async () => {
    const { device, settled, state } = await connected(OLD);
    const updating = device.ota.updateLatest();
    expect(state().ota.ongoing).toBe(true);
    expect(await settled(updating)).toBe('ok');
    expect(state().ota.ongoing).toBe(true);
  });

  test('done ends ongoing, and the device has the new version after the reboot', async () => {
    const { device, settled, time, state, seen } = await connected(OLD);
    const received: unknown[] = [];
    device.on('update_started', (update) => received.push(update));
    device.on('update_finished', (update) => received.push(update));
    await settled(device.ota.readLatest());
    await settled(device.ota.updateLatest());
    await time.run(30_000);
    expect(seen.some(({ ota }) => ota.done && !ota.ongoing && ota.progress === 1)).toBe(true);
    expect(state()).toMatchObject({
      connected: true,
      info: { fw_version: '4.1.1' },
      ota: { ongoing: false, failed: false },
    });
    const versions = { fromVersion: '4.0.19', toVersion: '4.1.1' };
    expect(received).toEqual([versions, { ...versions, timeUsedMs: expect.any(Number) }]);
  });

  test('failed ends ongoing', async () => {
    const { device, settled, time, virtual, state } = await connected(OLD);
    virtual.hardware().failUpdateAt(0.5);
    await settled(device.ota.updateLatest());
    await time.run(20_000);
    expect(state().ota).toMatchObject({ ongoing: false, done: false, failed: true, progress: 0.5 });
  });

  test('progress between 0 and 1 without ongoing sets ongoing', async () => {
    const world = await connected(OLD);
    const watcher = await world.connected();
    await world.settled(world.device.ota.updateVersion({ version: '4.1.0', feature_flags: 'production' }));
    expect(watcher.store.getState().ota.ongoing).toBe(false);
    await world.time.run(1_000);
    expect(watcher.store.getState().ota).toMatchObject({ ongoing: true, done: false });
    expect(watcher.store.getState().ota.progress).toBeGreaterThan(0);
  });

  test('losing the device connection resets the state, and marks failed if it was ongoing', async () => {
    const { device, settled, time, virtual, state } = await connected(OLD);
    await settled(device.ota.readVersions());
    await settled(device.ota.updateLatest());
    await time.run(2_000);
    virtual.disconnect('wifi');
    await time.run(10);
    expect(state().ota).toEqual({
      ongoing: false,
      done: false,
      failed: true,
      progress: 0,
      targetVersion: undefined,
      latestFirmwareVersion: undefined,
      firmwareVersions: [],
    });
  });
});

test('a call that the firmware does not know is refused, and leaves the state and every other call unchanged', async () => {
  const { device, settled, state } = await connected({ device: { firmware: '4.0.11' } });
  const before = state();
  for (const unknown of [
    () => device.hamp.setStroke({ min: 0.2, max: 0.8 }),
    () => device.hsp.setLoop(true),
    () => device.hsp.setPlaybackRate(2),
    () => device.hsp.setPauseOnStarving(true),
  ])
    await expect(settled<unknown>(unknown())).rejects.toMatchObject({ code: 'refused', refusal: { code: 100_002 } });
  expect(state()).toMatchObject({ hamp: before.hamp, hsp: before.hsp, connected: true, mode: before.mode });
  expect(await settled(device.hamp.start())).toMatchObject({ play_state: 1 });
});

describe('system interfaces', () => {
  test('BLE advertising or connected sets ble true, not initialized sets it false', async () => {
    const { time, virtual, state } = await connected();
    for (const [ble_state, ble] of [
      [BleState.ADVERTISING, true],
      [BleState.NOT_INITIALIZED, false],
      [BleState.CONNECTED, true],
      [BleState.INITIALIZING, true],
      [BleState.NOT_INITIALIZED, false],
    ] as const) {
      virtual.hardware().setBleState(ble_state);
      await time.run(10);
      expect(state().interfaces).toMatchObject({ ble, ble_state });
    }
  });

  test('device connect and disconnect set wifi', async () => {
    const { time, virtual, state } = await connected();
    expect(state().interfaces.wifi).toBe(true);
    virtual.disconnect('away');
    await time.run(10);
    expect(state().interfaces.wifi).toBe(false);
    virtual.connect();
    await time.run(1_000);
    expect(state().interfaces.wifi).toBe(true);
  });

  test('reboot sets wifi and ble false', async () => {
    const { device, settled, seen, state, time } = await connected();
    await settled(device.system.setInterfaces({ wifi: true, ble: true }));
    expect(state().interfaces).toMatchObject({ wifi: true, ble: true });
    expect(await settled(device.system.reboot(ConnectionMode.NONE))).toBe('ok');
    expect(seen.at(-1)?.interfaces).toMatchObject({ wifi: false, ble: false });
    await time.run(10_000);
    expect(state()).toMatchObject({ connected: false, interfaces: { wifi: false, ble: false } });
  });
});

describe('cancellable requests', () => {
  test('states are resolved, rejected and cancelled; a cancelled request ends with the error Request aborted', async () => {
    const { device, time } = await connected();
    const resolved = device.waitFor(() => true);
    await resolved;
    const cancelled = device.waitFor(() => false);
    cancelled.cancel();
    await expect(cancelled).rejects.toMatchObject({ code: 'aborted', message: 'Request aborted' });
    const rejected = device.waitFor(() => {
      throw new RangeError('no');
    });
    await expect(rejected).rejects.toThrow('no');
    expect([resolved.state, rejected.state, cancelled.state]).toEqual(['resolved', 'rejected', 'cancelled']);
    await time.run(1_000);
  });
});
