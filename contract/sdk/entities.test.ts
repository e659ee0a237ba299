/** Entities of the specification, as the client has them, against the real cloud. */
import {
  BleState,
  ButtonEvent,
  ConnectionMode,
  DeviceButton,
  DeviceMode,
  eventNames,
  FirmwareStatus,
  HampPlayState,
  HspPlayState,
} from '@tactus/protocol';
import { initialState, readLatestConnectionKey, userTimeOffsetMs } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { KEY, virtualWorld } from './cloud-in-virtual-time.ts';

const NUMBER = expect.any(Number);
const TEXT = expect.any(String);

async function connected(options: Parameters<typeof virtualWorld>[0] = {}) {
  const world = await virtualWorld(options);
  const device = await world.connected();
  return { world, device, state: () => device.store.getState() };
}

describe('enumerations', () => {
  test('device modes are numeric: HAMP 0, HSSP 1, HDSP 2, MAINTENANCE 3, HSP 4, OTA 5, BUTTON 6, IDLE 7, VIBRATE 8', () => {
    const { HRPP, DISABLED, ...specified } = DeviceMode;
    expect(specified).toEqual({
      HAMP: 0,
      HSSP: 1,
      HDSP: 2,
      MAINTENANCE: 3,
      HSP: 4,
      OTA: 5,
      BUTTON: 6,
      IDLE: 7,
      VIBRATE: 8,
    });
    expect([HRPP, DISABLED]).toEqual([9, 10]);
  });

  test('connection types, buttons, button events, BLE states, play states and firmware status have the specification’s names', () => {
    const { FACTORY: _, AUDIO: __, ...types } = ConnectionMode;
    expect(Object.keys(types)).toEqual(['NONE', 'WIFI', 'BLE', 'WIFI_BLE', 'OFFLINE', 'LEGACY_BLE']);
    expect(Object.keys(DeviceButton)).toEqual(['POWER', 'UP', 'LEFT', 'RIGHT', 'DOWN', 'WIFI']);
    expect(Object.keys(ButtonEvent)).toEqual([
      'PRESSED',
      'RELEASED',
      'SHORT_PRESS',
      'LONG_PRESS_START',
      'LONG_PRESS_STEP',
      'LONG_PRESS_END',
    ]);
    expect(Object.keys(BleState)).toEqual(['NOT_INITIALIZED', 'INITIALIZING', 'ADVERTISING', 'CONNECTED']);
    expect(Object.keys(HampPlayState)).toEqual(['STOPPED', 'PLAYING']);
    expect(Object.keys(HspPlayState)).toEqual(['NOT_INITIALIZED', 'PLAYING', 'STOPPED', 'PAUSED', 'STARVING']);
    expect(Object.keys(FirmwareStatus)).toEqual(['UP_TO_DATE', 'UPDATE_AVAILABLE', 'UPDATE_REQUIRED']);
  });

  test('a mode beyond the specification’s is read and shown', async () => {
    const { device } = await connected();
    expect(device.store.getState().mode).toBe(DeviceMode.IDLE);
    expect(eventNames).toContain('mode_changed');
  });
});

describe('live events', () => {
  test('hsp_state_changed is known, and raised for a change that no HSP call of a client caused', async () => {
    const { device, world } = await connected();
    const received: unknown[] = [];
    device.on('hsp_state_changed', (state) => received.push(state.play_state));
    await world.settled(device.hsp.setup());
    await world.settled(
      device.hsp.add([
        { t: 0, x: 0 },
        { t: 9_000, x: 90 },
      ]),
    );
    await world.settled(device.hsp.play());
    expect(received).toEqual([]);
    world.virtual.hardware().setSliderBlocked(true);
    await world.time.run(2_000);
    expect(received.length).toBeGreaterThan(0);
  });
});

describe('device info', () => {
  test('holds connectionKey, fw_status, fw_version, fw_feature_flags, hw_model_no, name and variant, mode, connected, session_id', async () => {
    const { state } = await connected();
    expect(state()).toMatchObject({ connectionKey: KEY, connected: true, mode: 7, session_id: TEXT });
    expect(state().info).toMatchObject({
      fw_status: 0,
      fw_version: TEXT,
      fw_feature_flags: TEXT,
      hw_model_no: 0,
      hw_model_name: 'H01',
      hw_model_variant: NUMBER,
      session_id: state().session_id,
    });
  });

  test('holds disconnectReason', async () => {
    const { world, state } = await connected();
    world.virtual.disconnect('out of reach');
    await world.time.run(10);
    expect(state()).toMatchObject({ connected: false, disconnectReason: 'out of reach' });
  });
});

describe('device states', () => {
  test('HAMP state: direction, velocity 0..1, play_state', async () => {
    const { world, device, state } = await connected();
    await world.settled(device.hamp.start());
    await world.settled(device.hamp.setVelocity(0.4));
    expect(state().hamp).toEqual({ direction: expect.any(Boolean), velocity: 0.4, play_state: 1 });
  });

  test('HVP state: enabled, amplitude, frequency, position', async () => {
    const { world, device, state } = await connected({ device: { model: 'oh' } });
    await world.settled(device.hvp.setState({ amplitude: 0.5, frequency: 75 }));
    expect(state().hvp).toEqual({ enabled: true, amplitude: 0.5, frequency: 75, position: NUMBER });
    await world.settled(device.hvp.stop());
    expect(state().hvp.enabled).toBe(false);
  });

  test('clock sync state: synced, rtd, clockOffset, lastClockSync, deviceTime, deviceClockOffset, deviceRtd', async () => {
    const { world, state } = await connected();
    expect(state().clockSync).toEqual({
      synced: true,
      rtd: NUMBER,
      clockOffset: NUMBER,
      lastClockSync: NUMBER,
      deviceTime: NUMBER,
      deviceClockOffset: NUMBER,
      deviceRtd: NUMBER,
      deviceUserTimeOffset: 0,
    });
    expect(state().clockSync.lastClockSync).toBeGreaterThan(world.time.now() - 60_000);
  });

  test('deviceUserTimeOffset may be undefined and is then treated as 0', async () => {
    expect(initialState.clockSync.deviceUserTimeOffset).toBeUndefined();
    expect(userTimeOffsetMs(initialState.clockSync)).toBe(0);
    const { world, device, state } = await connected();
    await world.settled(device.hstp.setOffset(-125));
    expect(userTimeOffsetMs(state().clockSync)).toBe(-125);
    expect(await world.settled(device.hstp.offset())).toEqual({ offset: -125 });
  });

  test('HSP state: all of its fields; points have x and t', async () => {
    const { world, device, state } = await connected();
    await world.settled(device.hsp.setup({ stream_id: 9 }));
    await world.settled(
      device.hsp.add(
        [
          { t: 100, x: 5 },
          { t: 600, x: 95 },
        ],
        { tail_point_threshold: 2 },
      ),
    );
    await world.settled(device.hsp.setLoop(true));
    await world.settled(device.hsp.setPlaybackRate(1.5));
    await world.settled(device.hsp.setPauseOnStarving(true));
    expect(state().hsp).toMatchObject({
      play_state: 2,
      max_points: NUMBER,
      current_point: NUMBER,
      current_time: NUMBER,
      loop: true,
      playback_rate: 1.5,
      first_point_time: 100,
      last_point_time: 600,
      stream_id: 9,
      tail_point_stream_index: 2,
      tail_point_stream_index_threshold: 2,
      pause_on_starving: true,
    });
  });

  test('HSSP state: internalState, one of NOT_INITIALIZED, SETTING_SCRIPT, SCRIPT_SET, SCRIPT_FAILED', async () => {
    const { world, device, state } = await connected();
    expect(state().hssp.internalState).toBe('NOT_INITIALIZED');
    const set = device.hssp.setup({ csv: '0,0\n900,90\n' });
    expect(state().hssp.internalState).toBe('SETTING_SCRIPT');
    await world.settled(set);
    expect(state().hssp.internalState).toBe('SCRIPT_SET');
    await world.settled(device.hssp.setup({ csv: '0,0\n' })).catch(() => undefined);
    expect(state().hssp.internalState).toBe('SCRIPT_FAILED');
  });

  test('slider state: min and max as fractions, min_absolute 0 and max_absolute 100 at first, and the values of a read', async () => {
    expect(initialState.slider).toMatchObject({ min: 0, max: 1, min_absolute: 0, max_absolute: 100 });
    const { world, device, state } = await connected();
    await world.settled(device.slider.setStroke({ min: 0.1, max: 0.9 }));
    await world.settled(device.slider.readState());
    expect(state().slider).toEqual({
      min: 0.1,
      max: 0.9,
      min_absolute: NUMBER,
      max_absolute: NUMBER,
      position: NUMBER,
      position_absolute: NUMBER,
      motor_temp: NUMBER,
      speed_absolute: NUMBER,
      dir: expect.any(Boolean),
      motor_position: NUMBER,
    });
  });

  test('OTA state: ongoing, done, failed, progress, latestFirmwareVersion, and firmwareVersions with version and feature_flags', async () => {
    const { world, device, state } = await connected({ device: { firmware: '4.0.19' } });
    await world.settled(device.ota.readLatest());
    await world.settled(device.ota.readVersions());
    expect(state().ota).toMatchObject({ ongoing: false, done: false, failed: false, progress: 0 });
    expect(state().ota.latestFirmwareVersion).toEqual({ version: '4.1.1', feature_flags: 'production' });
    expect(state().ota.firmwareVersions.length).toBeGreaterThan(2);
    for (const version of state().ota.firmwareVersions) expect(version).toEqual({ version: TEXT, feature_flags: TEXT });
  });

  test('system interface state: wifi, ble, ble_state', async () => {
    const { world, device, state } = await connected();
    await world.settled(device.system.interfaces());
    expect(state().interfaces).toEqual({ wifi: true, ble: expect.any(Boolean), ble_state: NUMBER });
  });

  test('environment, time offset, statistics, capabilities, session ids and hstp info are stored', async () => {
    const { world, device, state } = await connected();
    await world.settled(device.system.setEnvironment(1));
    expect(await world.settled(device.system.environment())).toEqual({ environment: 1 });
    await world.settled(device.info.statistics());
    await world.settled(device.info.sliderSettings());
    expect(state()).toMatchObject({
      environment: 1,
      statistics: { timestamp: TEXT },
      capabilities: { slider: 1 },
      sids: { boot_session_id: NUMBER, socket_session_id: NUMBER, mode_session_id: NUMBER },
      sliderSettings: { x_max_speed: NUMBER },
    });
    expect(await world.settled(device.hstp.info())).toMatchObject({ time: NUMBER, clock_offset: NUMBER, rtd: NUMBER });
  });

  test('SDK state: infoUpdated, clientClockSynced, connecting, connectingTimeout, connectionState, sseConnected, sseError', async () => {
    expect(initialState).toMatchObject({ connecting: false, connectionState: 'NOT_CONNECTING', sseConnected: false });
    const world = await virtualWorld({});
    const device = world.device();
    const connecting = device.connect(KEY);
    expect(device.store.getState()).toMatchObject({ connecting: true, connectionState: 'CONNECTING' });
    await world.settled(connecting);
    expect(device.store.getState()).toMatchObject({
      infoUpdated: true,
      clientClockSynced: true,
      connecting: false,
      connectingTimeout: false,
      connectionState: 'NOT_CONNECTING',
      sseConnected: true,
      sseError: undefined,
    });
  });

  test('the last button event is stored as lastButtonEvent with its timestamp', async () => {
    const { world, state } = await connected();
    await world.time.run(1_000);
    world.virtual.hardware().press(DeviceButton.LEFT, ButtonEvent.SHORT_PRESS);
    await world.time.run(10);
    expect(state().lastButtonEvent).toEqual({ button: 2, event: 2, timestamp: world.time.now() - 10 });
  });
});

describe('stored states', () => {
  test('device states are stored in the browser keyed per connection key, and the latest key is stored', async () => {
    const entries = new Map<string, string>();
    const storage = {
      getItem: (name: string) => entries.get(name) ?? null,
      setItem: (name: string, value: string) => void entries.set(name, value),
    };
    const world = await virtualWorld({});
    const first = await world.connected({ storage });
    const { info } = first.store.getState();
    expect(readLatestConnectionKey(storage)).toBe(KEY);
    first.close();
    const later = world.device({ storage });
    later.connect(KEY).catch(() => undefined);
    expect(later.store.getState()).toMatchObject({ info, clockSync: { synced: true } });
    expect([...entries.keys()].some((name) => name.includes(KEY))).toBe(true);
  });
});
