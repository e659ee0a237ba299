import {
  BleState,
  ButtonEvent,
  ConnectionMode,
  DeviceButton,
  DeviceMode,
  Environment,
  errorKinds,
  FirmwareStatus,
  HspPlayState,
} from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { bootDevice, refusalOf } from '../testing/booted-device.ts';

const setInterfaces = ({ device }: ReturnType<typeof bootDevice>, wifi: boolean, ble: boolean) =>
  device.call('system.setInterfaces', { wifi, ble });

describe('interfaces', () => {
  test('Wi-Fi is on and Bluetooth off after the first boot', async () => {
    const { device } = bootDevice();
    expect(await device.call('system.interfaces', {})).toEqual({ wifi: true, ble: false });
  });

  test('Bluetooth switched on advertises, off is off, and a repetition emits no event', async () => {
    const booted = bootDevice();
    const { device, events } = booted;
    for (const ble of [true, true, false, false]) expect(await setInterfaces(booted, true, ble)).toBe('ok');
    expect(events).toMatchObject([
      { name: 'ble_status_changed', data: { state: BleState.ADVERTISING } },
      { name: 'ble_status_changed', data: { state: BleState.NOT_INITIALIZED } },
    ]);
    expect(await device.call('system.interfaces', {})).toEqual({ wifi: true, ble: false });
  });

  test('a Bluetooth connection is reported, and Bluetooth stays on', async () => {
    const booted = bootDevice();
    booted.device.hardware().setBleState(BleState.CONNECTED);
    expect(booted.events).toMatchObject([{ name: 'ble_status_changed', data: { state: BleState.CONNECTED } }]);
    expect(await booted.device.call('system.interfaces', {})).toEqual({ wifi: true, ble: true });
  });

  test('Wi-Fi off is answered first, and then the device disconnects', async () => {
    const booted = bootDevice();
    const { device, time, names, events } = booted;
    expect(await setInterfaces(booted, false, false)).toBe('ok');
    expect(device.info()).toBeDefined();
    time.advance(1_000);
    expect(device.info()).toBeUndefined();
    expect(names()).toEqual(['device_disconnected']);
    expect(events[0]?.data).toMatchObject({ reason: 'wifi off' });
    await expect(device.call('info.info', {})).rejects.toMatchObject(refusalOf(errorKinds.deviceNotConnected));
    time.advance(3_600_000);
    expect(device.info()).toBeUndefined();
  });

  test.each([
    ['POWER', DeviceButton.POWER],
    ['WIFI', DeviceButton.WIFI],
  ])('Wi-Fi comes back by the %s button, with the device’s state', async (_, button) => {
    const booted = bootDevice();
    const { device, time, names } = booted;
    const before = await device.call('info.sids', {});
    await setInterfaces(booted, false, false);
    time.advance(1_000);
    device.hardware().press(DeviceButton.UP, ButtonEvent.SHORT_PRESS);
    expect(device.info()).toBeUndefined();
    device.hardware().press(button, ButtonEvent.SHORT_PRESS);
    expect(names()).toEqual(['device_disconnected', 'device_connected', 'wifi_status_changed']);
    expect(await device.call('info.sids', {})).toEqual({ ...before, socket_session_id: 1 });
    expect(await device.call('system.interfaces', {})).toEqual({ wifi: true, ble: false });
  });

  test('Wi-Fi that is on already stays on', async () => {
    const booted = bootDevice();
    await setInterfaces(booted, true, false);
    booted.time.advance(5_000);
    expect(booted.names()).toEqual([]);
  });

  test('Wi-Fi switched off and on again at once stays on: the last call counts', async () => {
    const booted = bootDevice();
    await setInterfaces(booted, false, false);
    await setInterfaces(booted, true, false);
    booted.time.advance(5_000);
    expect(booted.names()).toEqual([]);
  });

  test('motion goes on without Wi-Fi', async () => {
    const booted = bootDevice();
    const { device, time, slider } = booted;
    await device.call('hamp.start', {});
    await setInterfaces(booted, false, false);
    time.advance(1_000);
    device.hardware().press(DeviceButton.WIFI, ButtonEvent.SHORT_PRESS);
    expect((await slider()).speed_absolute).toBe(32);
  });
});

describe('environment', () => {
  test.each([
    [Environment.PRODUCTION, FirmwareStatus.UP_TO_DATE],
    [Environment.STAGING, FirmwareStatus.UPDATE_AVAILABLE],
    [Environment.DEVELOPMENT, FirmwareStatus.UPDATE_AVAILABLE],
  ])('%i has its own newest firmware', async (environment, status) => {
    const { device } = bootDevice();
    expect(await device.call('system.environment', {})).toEqual({ environment: Environment.PRODUCTION });
    expect(await device.call('system.setEnvironment', { environment })).toBe('ok');
    expect(await device.call('system.environment', {})).toEqual({ environment });
    expect((await device.call('info.info', {})).fw_status).toBe(status);
  });

  test('is the same after a reboot', async () => {
    const { device, time } = bootDevice();
    await device.call('system.setEnvironment', { environment: Environment.STAGING });
    await device.call('system.reboot', { connection_mode: ConnectionMode.WIFI });
    time.advance(10_000);
    expect(await device.call('system.environment', {})).toEqual({ environment: Environment.STAGING });
  });
});

describe('reboot', () => {
  const reboot = ({ device }: ReturnType<typeof bootDevice>, connection_mode: ConnectionMode) =>
    device.call('system.reboot', { connection_mode });

  test.each([
    ['WIFI', ConnectionMode.WIFI, false],
    ['WIFI_BLE', ConnectionMode.WIFI_BLE, true],
  ])('into %s is answered first; then the device disconnects, and reconnects after 3 s', async (_, mode, ble) => {
    const booted = bootDevice();
    const { device, time, timesOf, events } = booted;
    expect(await reboot(booted, mode)).toBe('ok');
    expect(device.info()).toBeDefined();
    time.advance(10_000);
    const [goneMs = 0] = timesOf('device_disconnected');
    expect(goneMs).toBeLessThan(1_000);
    expect(timesOf('device_connected')).toEqual([goneMs + 3_000]);
    expect(events[0]?.data).toMatchObject({ reason: 'reboot' });
    expect(await device.call('system.interfaces', {})).toEqual({ wifi: true, ble });
  });

  test.each([
    ['NONE', ConnectionMode.NONE, false],
    ['BLE', ConnectionMode.BLE, true],
    ['OFFLINE', ConnectionMode.OFFLINE, false],
    ['LEGACY_BLE', ConnectionMode.LEGACY_BLE, true],
  ])('into %s leaves the device disconnected until a button is pressed', async (_, mode, ble) => {
    const booted = bootDevice();
    const { device, time } = booted;
    await reboot(booted, mode);
    time.advance(3_600_000);
    expect(device.info()).toBeUndefined();
    device.hardware().press(DeviceButton.DOWN, ButtonEvent.SHORT_PRESS);
    device.hardware().press(DeviceButton.POWER, ButtonEvent.LONG_PRESS_END);
    expect(device.info()).toBeUndefined();
    device.hardware().press(DeviceButton.POWER, ButtonEvent.LONG_PRESS_START);
    expect(device.info()).toBeDefined();
    expect(await device.call('system.interfaces', {})).toEqual({ wifi: true, ble });
  });

  test('resets mode, player, clock and session numbers', async () => {
    const booted = bootDevice();
    const { device, time, add, play, state } = booted;
    await device.call('hstp.setOffset', { offset: 50 });
    await booted.measureClock();
    await add([
      [0, 0],
      [9_000, 90],
    ]);
    await play();
    device.disconnect('link lost');
    device.connect();
    const before = await device.call('info.sids', {});
    const session = device.info()?.session_id ?? '';
    expect(before).toMatchObject({ socket_session_id: 1, mode_session_id: 1 });
    await reboot(booted, ConnectionMode.WIFI);
    time.advance(4_000);
    const after = await device.call('info.sids', {});
    expect(after).toMatchObject({ socket_session_id: 0, mode_session_id: 0 });
    expect(after.boot_session_id).not.toBe(before.boot_session_id);
    expect((device.info()?.session_id ?? '') > session).toBe(true);
    expect(await device.call('info.mode', {})).toEqual({ mode: DeviceMode.IDLE, mode_session_id: 0 });
    expect(await state()).toMatchObject({ play_state: HspPlayState.NOT_INITIALIZED, points: 0, stream_id: 0 });
    expect(await device.call('hstp.offset', {})).toEqual({ offset: 0 });
    expect(await device.call('hstp.info', {})).toEqual({ time: 800, clock_offset: 0, rtd: 0 });
  });

  test('ends all motion, and nothing moves by itself after it', async () => {
    const booted = bootDevice();
    const { device, time, names, slider, mm } = booted;
    await device.call('hamp.start', {});
    time.advance(1_000);
    booted.events.length = 0;
    await reboot(booted, ConnectionMode.WIFI);
    time.advance(4_000);
    expect(names()).toEqual(['hamp_state_changed', 'device_disconnected', 'device_connected', 'wifi_status_changed']);
    expect((await slider()).speed_absolute).toBe(0);
    const rest = await mm();
    time.advance(60_000);
    expect(await mm()).toBe(rest);
  });

  test('leaves no timer that emits an event afterwards', async () => {
    const booted = bootDevice();
    const { time, names } = booted;
    await booted.add([
      [0, 0],
      [9_000, 90],
    ]);
    await booted.play();
    await reboot(booted, ConnectionMode.WIFI);
    time.advance(60_000);
    expect(names()).not.toContain('hsp_starving');
  });

  test('a second call replaces the first, and Wi-Fi switched in between changes nothing', async () => {
    const booted = bootDevice();
    const { device, time, timesOf } = booted;
    await reboot(booted, ConnectionMode.NONE);
    await reboot(booted, ConnectionMode.WIFI_BLE);
    await setInterfaces(booted, false, false);
    time.advance(60_000);
    expect(timesOf('device_connected')).toHaveLength(1);
    expect(await device.call('system.interfaces', {})).toEqual({ wifi: true, ble: true });
  });

  test('without a network boots the device, which waits for the network', async () => {
    const booted = bootDevice();
    const { device, time } = booted;
    await reboot(booted, ConnectionMode.WIFI);
    device.disconnect('link lost');
    time.advance(60_000);
    expect(device.info()).toBeUndefined();
    device.connect();
    expect((await device.call('info.sids', {})).socket_session_id).toBe(0);
  });

  test('is shortened by an explicit connect', async () => {
    const booted = bootDevice();
    const { device, time, timesOf } = booted;
    await reboot(booted, ConnectionMode.OFFLINE);
    time.advance(1_000);
    expect(device.info()).toBeUndefined();
    device.connect();
    expect(device.info()).toBeDefined();
    time.advance(60_000);
    expect(timesOf('device_connected')).toEqual([1_000]);
  });

  test('does not reconnect a device that is closed meanwhile', async () => {
    const booted = bootDevice();
    const { device, time } = booted;
    await reboot(booted, ConnectionMode.WIFI);
    time.advance(1_000);
    device.close();
    device.connect();
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    time.advance(60_000);
    expect(device.info()).toBeUndefined();
    expect(time.pending()).toBe(0);
  });
});
