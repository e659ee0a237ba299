import { type DeviceEvent, DeviceMode, DeviceRefusal, errorKinds } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { deviceModels, isModelName, type ModelName, modelNames } from './hardware/models.ts';
import { createVirtualDevice } from './virtual-device.ts';

function boot(model: ModelName = 'handy') {
  const time = createFakeTime();
  const device = createVirtualDevice({ connectionKey: 'TestKey01', model, time, random: createRandom(1) });
  const events: DeviceEvent[] = [];
  device.onEvent((event) => events.push(event));
  const positionMm = async () => (await device.call('slider.state', {})).position_absolute;
  return { time, device, events, positionMm };
}

const names = (events: readonly DeviceEvent[]) => events.map(({ name }) => name);
const refusal = (kind: { code: number }) => expect.objectContaining({ kind: expect.objectContaining(kind) });

describe('alternating motion', () => {
  test('starts at the slowest motion, and the first call changes the mode', async () => {
    const { device, time, events, positionMm } = boot();
    const state = await device.call('hamp.start', {});
    expect(state).toEqual({ play_state: 1, velocity: 0, direction: true });
    expect(names(events)).toEqual(['mode_changed', 'hamp_state_changed']);
    expect(events[0]?.data).toEqual({ mode: DeviceMode.HAMP, mode_session_id: 1 });
    const before = await positionMm();
    time.advance(1_000);
    const moved = (await positionMm()) - before;
    expect(moved).toBeGreaterThan(31);
    expect(moved).toBeLessThanOrEqual(32);
  });

  test('velocity is a share of the top speed, reported by an event', async () => {
    const { device, time, events } = boot();
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 0.5 });
    time.advance(100);
    expect((await device.call('slider.state', {})).speed_absolute).toBe(200);
    expect(events.at(-1)).toMatchObject({ name: 'hamp_state_changed', data: { velocity: 0.5, play_state: 1 } });
  });

  test('direction is true on the way up and false on the way down', async () => {
    const { device, time } = boot();
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    time.advance(100);
    expect((await device.call('hamp.state', {})).direction).toBe(true);
    time.advance(300);
    expect((await device.call('hamp.state', {})).direction).toBe(false);
  });

  test('stop comes to rest within the braking time, stays, and is reported by an event', async () => {
    const { device, time, events, positionMm } = boot();
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    time.advance(150);
    expect((await device.call('hamp.stop', {})).play_state).toBe(0);
    expect(events.at(-1)).toMatchObject({ name: 'hamp_state_changed', data: { play_state: 0 } });
    time.advance((400 / 9000) * 1000 + 1);
    const rest = await positionMm();
    expect((await device.call('slider.state', {})).speed_absolute).toBe(0);
    time.advance(60_000);
    expect(await positionMm()).toBe(rest);
  });

  test('its own zone lies inside the stroke window: slider 0.1-0.9 with zone 0.1-1 is 0.18-0.9', async () => {
    const { device, time, positionMm } = boot();
    await device.call('slider.setStroke', { min: 0.1, max: 0.9 });
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    await device.call('hamp.stroke', { min: 0.1, max: 1 });
    time.advance(1_000);
    let low = Infinity;
    let high = -Infinity;
    for (let step = 0; step < 1_000; step += 1) {
      time.advance(1.7);
      low = Math.min(low, await positionMm());
      high = Math.max(high, await positionMm());
    }
    expect(low).toBeCloseTo(5 + 97.826 * 0.18, 1);
    expect(high).toBeCloseTo(5 + 97.826 * 0.9, 1);
  });

  test('another mode stops it', async () => {
    const { device, time, events } = boot();
    await device.call('hamp.start', {});
    time.advance(500);
    events.length = 0;
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
    expect(names(events)).toEqual(['hamp_state_changed', 'mode_changed']);
    expect((await device.call('hamp.state', {})).play_state).toBe(0);
    time.advance(100);
    expect((await device.call('slider.state', {})).speed_absolute).toBe(0);
  });

  test('starting while it runs does not change the velocity', async () => {
    const { device } = boot();
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 0.7 });
    expect((await device.call('hamp.start', {})).velocity).toBe(0.7);
  });
});

describe('slider', () => {
  test('the stroke window is reported in shares and in the absolute mm of the model', async () => {
    const { device, events } = boot();
    const stroke = await device.call('slider.setStroke', { min: 0.25, max: 0.7 });
    expect(stroke.min_absolute).toBeCloseTo(29.4565, 3);
    expect(stroke.max_absolute).toBeCloseTo(73.478, 3);
    expect(events).toContainEqual({ name: 'stroke_changed', data: stroke });
    expect(await device.call('slider.stroke', {})).toEqual(stroke);
  });

  test('setting one end does not change the other, and crossing ends are refused', async () => {
    const { device } = boot();
    await device.call('slider.setStroke', { min: 0.2, max: 0.6 });
    expect(await device.call('slider.setStroke', { max: 0.8 })).toMatchObject({ min: 0.2, max: 0.8 });
    await expect(device.call('slider.setStroke', { max: 0.1 })).rejects.toEqual(refusal(errorKinds.invalidParameter));
  });

  test('a window moved away from a resting slider does not move it; position is relative to the window', async () => {
    const { device, time } = boot();
    await device.call('slider.setStroke', { min: 0.5, max: 1 });
    time.advance(3_000);
    expect(await device.call('slider.state', {})).toMatchObject({ position_absolute: 5, speed_absolute: 0 });
    expect((await device.call('slider.state', {})).position).toBeCloseTo(-1, 5);
    await device.call('hamp.start', {});
    time.advance(2_000);
    expect((await device.call('slider.state', {})).position).toBeGreaterThan(0);
  });

  test('a stop during the move into a changed window stops there', async () => {
    const { device, time, positionMm } = boot();
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    time.advance(150);
    await device.call('slider.setStroke', { min: 0.9, max: 1 });
    await device.call('hamp.stop', {});
    time.advance(45);
    const rest = await positionMm();
    time.advance(5_000);
    expect(await positionMm()).toBe(rest);
  });

  test('speeds and temperatures are sent without fractions', async () => {
    const { device, time } = boot();
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 0.333 });
    time.advance(120);
    const state = await device.call('slider.state', {});
    expect(Number.isInteger(state.speed_absolute)).toBe(true);
    expect(Number.isInteger(state.motor_temp)).toBe(true);
    expect([0, 1, 2]).toContain(state.motor_position);
  });

  test('settings name the limits of the model', async () => {
    const { device } = boot();
    const settings = await device.call('info.sliderSettings', {});
    expect(settings).toMatchObject({ x_min_speed: 32, x_max_speed: 400, x_stroke_min: 5 });
    expect(Object.keys(settings)).toHaveLength(19);
  });
});

describe('mode and identity', () => {
  test('a mode change counts its span; setting the current mode changes nothing', async () => {
    const { device, events } = boot();
    expect(await device.call('info.mode', {})).toEqual({ mode: DeviceMode.IDLE, mode_session_id: 0 });
    expect(await device.call('info.setMode', { mode: DeviceMode.HSP })).toBe('ok');
    expect(await device.call('info.setMode2', { mode: DeviceMode.HSP })).toEqual({ mode: 4, mode_session_id: 1 });
    expect(names(events)).toEqual(['mode_changed']);
  });

  test('sessions: one per boot, one per connect, one per mode', async () => {
    const { device, time } = boot();
    const first = await device.call('info.sids', {});
    const info = device.info();
    device.disconnect('test');
    expect(device.info()).toBeUndefined();
    time.advance(1_000);
    device.connect();
    const second = await device.call('info.sids', {});
    expect(second.boot_session_id).toBe(first.boot_session_id);
    expect(second.socket_session_id).toBe(first.socket_session_id + 1);
    expect((device.info()?.session_id ?? '') > (info?.session_id ?? '')).toBe(true);
    expect(device.info()?.session_id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  test('a session id is above all earlier ones, also within one millisecond', () => {
    const { device } = boot();
    const ids = Array.from({ length: 5 }, () => {
      device.disconnect('test');
      device.connect();
      return device.info()?.session_id ?? '';
    });
    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual(ids.toSorted());
  });

  test('connects and disconnects are reported with their session; in between nothing is reported or executed', async () => {
    const { device, events } = boot();
    const ended = device.info()?.session_id;
    device.disconnect('link lost');
    device.disconnect('again');
    expect(events).toMatchObject([
      {
        name: 'device_disconnected',
        data: { session_id: ended, reason: 'link lost', timestamp: '2023-11-14 22:13:20.000 +0000 UTC' },
      },
    ]);
    await expect(device.call('hamp.start', {})).rejects.toEqual(refusal(errorKinds.deviceNotConnected));
    device.connect();
    device.connect();
    expect(names(events)).toEqual(['device_disconnected', 'device_connected', 'wifi_status_changed']);
    expect(events[1]).toMatchObject({ data: { connected: true, info: device.info() } });
  });

  test('a closed device disconnects, reports that, and emits no further event', async () => {
    const { device, events } = boot();
    device.close();
    device.connect();
    expect(names(events)).toEqual(['device_disconnected']);
    expect(device.info()).toBeUndefined();
  });

  test('a removed listener gets no further event', async () => {
    const { device } = boot();
    const events: DeviceEvent[] = [];
    device.onEvent((event) => events.push(event))();
    await device.call('hamp.start', {});
    expect(events).toEqual([]);
  });

  test('a device without a slider refuses calls for one, and vibrates by capability', async () => {
    const { device } = boot('oh');
    expect(device.info()).toMatchObject({ hw_model_no: 1, hw_model_name: 'Oh.' });
    expect(await device.call('info.capabilities', {})).toMatchObject({ slider: 0, lra: 1, battery: true });
    for (const name of ['hamp.start', 'hamp.state', 'slider.state', 'slider.stroke', 'info.sliderSettings'] as const)
      await expect(device.call(name, {})).rejects.toEqual(refusal(errorKinds.notSupported));
    await expect(device.call('info.setMode', { mode: DeviceMode.HAMP })).rejects.toBeInstanceOf(DeviceRefusal);
    expect(await device.call('info.setMode', { mode: DeviceMode.VIBRATE })).toBe('ok');
  });

  test('every model boots and reports its number', () => {
    for (const model of modelNames) expect(boot(model).device.info()?.hw_model_no).toBe(deviceModels[model].number);
    expect(isModelName('toaster')).toBe(false);
  });
});

describe('clock', () => {
  test('has ms since boot; the cloud’s measurement is adopted and reported by an event', async () => {
    const { device, time, events } = boot();
    time.advance(2_500);
    expect(await device.call('hstp.info', {})).toEqual({ time: 2_500, clock_offset: 0, rtd: 0 });
    const measured = { time: 2_500, clock_offset: 1_700_000_000_000, rtd: 12 };
    expect(await device.setClock({ clock_offset: 1_700_000_000_000, rtd: 12 })).toEqual(measured);
    expect(events.at(-1)).toEqual({ name: 'device_clock_synchronized', data: measured });
    expect(await device.call('hstp.info', {})).toEqual(measured);
  });

  test("stores the user's offset, negative too", async () => {
    const { device } = boot();
    expect(await device.call('hstp.offset', {})).toEqual({ offset: 0 });
    expect(await device.call('hstp.setOffset', { offset: -125 })).toBe('ok');
    expect(await device.call('hstp.offset', {})).toEqual({ offset: -125 });
  });
});

test('the same seed and the same calls give the same device', async () => {
  const run = async () => {
    const { device, time } = boot();
    await device.call('hamp.start', {});
    time.advance(1_234);
    return [device.info(), await device.call('info.sids', {}), await device.call('slider.state', {})];
  };
  expect(await run()).toEqual(await run());
});
