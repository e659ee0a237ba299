import { DeviceMode, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { controlledDevice } from '../../testing/controlled-device.ts';
import { performHardwareActions, readActions } from './hardware-actions.ts';

describe('an invalid action is refused with a sentence', () => {
  test.each([
    [7, 'An action must be an object'],
    [[[]], 'An action must be an object'],
    [{ charger: true, batteryLevel: 1 }, 'An action has one name; send several actions as a list'],
    [{ connected: 'yes' }, 'connected must be true or false'],
    [{ restartSession: false }, 'restartSession must be true'],
    [{ faults: 3 }, 'faults must be an object'],
    [{ faults: { lostAnswers: 2 } }, 'lostAnswers must be a number from 0 to 1'],
    [{ press: { button: 'up', event: 'PRESSED' } }, 'button must be one of POWER, UP, LEFT, RIGHT, DOWN, WIFI'],
    [
      { press: { button: 'UP' } },
      'event must be one of PRESSED, RELEASED, SHORT_PRESS, LONG_PRESS_START, LONG_PRESS_STEP, LONG_PRESS_END',
    ],
    [{ hold: { button: 'UP', ms: 0 } }, 'ms must be a number from 1 to 60000'],
    [{ batteryLevel: 80 }, 'batteryLevel must be a number from 0 to 1'],
    [{ motorTemperature: 1_000 }, 'motorTemperature must be a number from -40 to 200'],
    [{ lowMemory: {} }, 'available_heap must be a whole number from 0 to 4294967295'],
    [{ error: { code: 1 } }, 'message must be a text of at most 1000 characters'],
    [{ ble: 'ON' }, 'ble must be one of NOT_INITIALIZED, INITIALIZING, ADVERTISING, CONNECTED'],
    [{ wifiScan: 1.5 }, 'wifiScan must be a whole number from 0 to 1000'],
    [{ reboot: 'FACTORY' }, 'reboot must be one of NONE, WIFI, BLE, WIFI_BLE, OFFLINE, LEGACY_BLE'],
    [{ environment: 1 }, 'environment must be one of PRODUCTION, STAGING, DEVELOPMENT'],
    [{ secondApp: 'toString' }, 'secondApp must be one of hamp, hsp, hdsp, hvp, idle'],
  ])('%j', (json, sentence) => {
    expect(() => readActions(json)).toThrow(new RangeError(sentence));
  });

  test.each(['{}', '{"toString": true}', '{"explode": true}'])('%s names no action', (text) => {
    expect(() => readActions(JSON.parse(text))).toThrow(
      /^An action must be one of connected, restartSession, .*, secondApp$/,
    );
  });
});

describe('a device reports an action in its events', () => {
  test.each([
    [{ connected: false }, 'device_disconnected', { reason: 'link cut' }],
    [{ restartSession: true }, 'device_connected', { connected: true }],
    [{ press: { button: 'LEFT', event: 'LONG_PRESS_END' } }, 'button_event', { button: 2, event: 5 }],
    [{ hold: { button: 'LEFT', ms: 1_500 } }, 'button_event', { button: 2, event: 4 }],
    [{ sliderBlocked: true }, 'slider_blocked', undefined],
    [{ motorTemperature: 80 }, 'temp_high', undefined],
    [
      { lowMemory: { available_heap: 9_000, larges_free_block: 4_000 } },
      'low_memory_warning',
      { available_heap: 9_000, larges_free_block: 4_000 },
    ],
    [
      { lowMemory: { available_heap: 90, larges_free_block: 40, discarded_msg_size: 512 } },
      'low_memory_error',
      { available_heap: 90, larges_free_block: 40, discarded_msg_size: 512 },
    ],
    [{ error: { code: 100_026, message: 'Hall sensor' } }, 'device_error', { code: 100_026, message: 'Hall sensor' }],
    [{ ble: 'CONNECTED' }, 'ble_status_changed', { state: 3 }],
    [{ wifiScan: 3 }, 'wifi_scan_complete', { nr_of_networks: 3 }],
    [{ reboot: 'WIFI' }, 'device_disconnected', { reason: 'reboot' }],
  ])('%j', async (json, name, data) => {
    const { time, held, raised } = controlledDevice();
    await performHardwareActions(readActions(json), held);
    await time.run(10_000);
    const reported = raised.filter((event) => event.name === name).map((event) => event.data);
    expect(reported).toContainEqual(data === undefined ? undefined : expect.objectContaining(data));
  });

  test.each([
    [{ charger: true }, { charger_connected: true }],
    [{ batteryLevel: 0.25 }, { level: 0.25 }],
  ])('%j, where there is a battery', async (json, data) => {
    const { held, raised } = controlledDevice('oh');
    await performHardwareActions(readActions(json), held);
    expect(raised).toContainEqual({ name: 'battery_changed', data: expect.objectContaining(data) });
  });
});

test('an action sets faults and environment', async () => {
  const { held, device } = controlledDevice();
  const actions = readActions([{ faults: { lostAnswers: 0.5, seed: 2 } }, { environment: 'STAGING' }]);
  await performHardwareActions(actions, held);
  expect(held.faults().lostAnswers).toBe(0.5);
  expect(await device.call('system.environment', {})).toEqual({ environment: 1 });
});

describe('a simulated second app takes a device over', () => {
  const take = async (secondApp: string, model: 'handy' | 'oh' = 'handy') => {
    const made = controlledDevice(model);
    await performHardwareActions(readActions({ secondApp }), made.held);
    return { ...made, mode: (await made.device.call('info.mode', {})).mode };
  };

  test('by alternating', async () => {
    const { device, mode } = await take('hamp');
    expect(mode).toBe(DeviceMode.HAMP);
    expect(await device.call('hamp.state', {})).toMatchObject({ play_state: 1, velocity: 0.3 });
  });

  test('by a stream of its own, which plays on', async () => {
    const { device, mode, time } = await take('hsp');
    expect(mode).toBe(DeviceMode.HSP);
    await time.run(60_000);
    expect(await device.call('hsp.state', {})).toMatchObject({
      play_state: HspPlayState.PLAYING,
      stream_id: 4_294_967_001,
    });
  });

  test('by a slow move', async () => {
    const { device, mode, time } = await take('hdsp');
    expect(mode).toBe(DeviceMode.HDSP);
    await time.run(5_000);
    expect((await device.call('slider.state', {})).position).toBeCloseTo(0.9, 2);
  });

  test('by vibrating', async () => {
    const { device, mode } = await take('hvp', 'oh');
    expect(mode).toBe(DeviceMode.VIBRATE);
    expect(await device.call('hvp.state', {})).toMatchObject({ enabled: true, amplitude: 0.3 });
  });

  test('by stopping the motion', async () => {
    const { held, device } = await take('hamp');
    await performHardwareActions(readActions({ secondApp: 'idle' }), held);
    expect((await device.call('info.mode', {})).mode).toBe(DeviceMode.IDLE);
  });
});

test('an action that the device refuses rejects, and the actions after it are skipped', async () => {
  const { held } = controlledDevice('oh');
  const actions = readActions([{ secondApp: 'hdsp' }, { faults: { lostAnswers: 1 } }]);
  await expect(performHardwareActions(actions, held)).rejects.toThrow('Function not supported on this hardware');
  expect(held.faults().lostAnswers).toBe(0);
});
