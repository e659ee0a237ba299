import { BleState, type DeviceEvent, type SliderSettings } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { userTimeOffsetMs } from './clock-sync.ts';
import { type DeviceState, initialState } from './device-state.ts';
import { reduceAnswer, reduceEvent } from './reduce.ts';

const on = (state: DeviceState, event: DeviceEvent): DeviceState => ({
  ...state,
  ...reduceEvent(state, event, 0).patch,
});
const bleAt = (state: BleState, before = initialState) =>
  on(before, { name: 'ble_status_changed', data: { state } }).interfaces;

describe('links', () => {
  test('Bluetooth that advertises or is connected is on', () => {
    expect(bleAt(BleState.ADVERTISING)).toEqual({ wifi: false, ble: true, ble_state: 2 });
    expect(bleAt(BleState.CONNECTED)).toEqual({ wifi: false, ble: true, ble_state: 3 });
  });

  test('Bluetooth that is not initialized is off; while it starts up nothing changes but its state', () => {
    const wasOn = { ...initialState, interfaces: { wifi: true, ble: true, ble_state: BleState.CONNECTED } };
    expect(bleAt(BleState.NOT_INITIALIZED, wasOn)).toEqual({ wifi: true, ble: false, ble_state: 0 });
    expect(bleAt(BleState.INITIALIZING, wasOn)).toEqual({ wifi: true, ble: true, ble_state: 1 });
  });

  test('a connected device has Wi-Fi, a disconnected one does not', () => {
    const connected = on(initialState, { name: 'device_connected', data: { connected: true, info: undefined } });
    expect(connected.interfaces.wifi).toBe(true);
    const gone = on(connected, { name: 'device_disconnected', data: {} });
    expect(gone.interfaces.wifi).toBe(false);
    const status = on(connected, { name: 'device_status', data: { connected: false, info: undefined } });
    expect(status.interfaces.wifi).toBe(false);
  });

  test('a reboot switches both off', () => {
    const state = { ...initialState, interfaces: { wifi: true, ble: true, ble_state: BleState.ADVERTISING } };
    const answer = { result: 'ok', input: { connection_mode: 1 }, nowMs: 0 } as const;
    expect(reduceAnswer(state, 'system.reboot', answer).interfaces).toMatchObject({ wifi: false, ble: false });
  });

  test('are as the device reports when read, and as set when it confirms', () => {
    const readAnswer = { result: { wifi: true, ble: true }, input: {}, nowMs: 0 };
    expect(reduceAnswer(initialState, 'system.interfaces', readAnswer).interfaces).toMatchObject({
      wifi: true,
      ble: true,
    });
    const setAnswer = { result: 'ok', input: { wifi: false, ble: true }, nowMs: 0 } as const;
    expect(reduceAnswer(initialState, 'system.setInterfaces', setAnswer).interfaces).toMatchObject({
      wifi: false,
      ble: true,
    });
  });
});

describe('facts that are stored when they are read', () => {
  test('environment, statistics, sessions and the settings of the slider', () => {
    const answer = <T>(result: T, input: object = {}) => ({ result, input: input as never, nowMs: 0 });
    expect(reduceAnswer(initialState, 'system.environment', answer({ environment: 1 }))).toEqual({ environment: 1 });
    expect(reduceAnswer(initialState, 'system.setEnvironment', answer('ok', { environment: 2 }))).toEqual({
      environment: 2,
    });
    const statistics = { timestamp: '2026-01-01T00:00:00Z', total_messages: 4 };
    expect(reduceAnswer(initialState, 'info.statistics', answer(statistics))).toEqual({ statistics });
    const sliderSettings = { x_max_speed: 300 } as SliderSettings; // the one field that matters here
    expect(reduceAnswer(initialState, 'info.sliderSettings', answer(sliderSettings))).toEqual({ sliderSettings });
    expect(reduceAnswer(initialState, 'info.connected', answer({ connected: true }))).toEqual({ connected: true });
    const sids = { boot_session_id: 1, socket_session_id: 2, mode_session_id: 3 };
    expect(reduceAnswer(initialState, 'info.sids', answer(sids))).toMatchObject({ sids });
  });

  test('the user’s time offset is 0 until it is read', () => {
    expect(userTimeOffsetMs(initialState.clockSync)).toBe(0);
    expect(userTimeOffsetMs({ deviceUserTimeOffset: -20 })).toBe(-20);
  });

  test('a set offset and a requested mode are in the state once the device answers ok', () => {
    const offset = reduceAnswer(initialState, 'hstp.setOffset', { result: 'ok', input: { offset: 40 }, nowMs: 0 });
    expect(offset.clockSync?.deviceUserTimeOffset).toBe(40);
    expect(reduceAnswer(initialState, 'info.setMode', { result: 'ok', input: { mode: 4 }, nowMs: 0 })).toEqual({
      mode: 4,
    });
  });
});
