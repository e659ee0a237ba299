import { ButtonEvent, DeviceButton, errorKinds, HampPlayState, HdspState, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { type BootedDevice, bootDevice, refusalOf } from '../testing/booted-device.ts';

const HOUR_MS = 3_600_000;
const MOVE = { xp: 0.9, t: 5_000, stop_on_target: false, immediate_rsp: false };

/** Every call that sets the slider in motion. */
const STARTS: readonly (readonly [string, (booted: BootedDevice) => Promise<unknown>])[] = [
  ['hamp.start', ({ device }) => device.call('hamp.start', {})],
  ['hdsp.xpt', ({ device }) => device.call('hdsp.xpt', MOVE)],
  ['hsp.play', ({ play }) => play()],
  ['hsp.resume', ({ device }) => device.call('hsp.resume', { pick_up: false })],
];

/** Every call that ends a motion. */
const STOPS: readonly (readonly [string, (booted: BootedDevice) => Promise<unknown>])[] = [
  ['hamp.stop', ({ device }) => device.call('hamp.stop', {})],
  ['hsp.stop', ({ device }) => device.call('hsp.stop', {})],
  ['hsp.pause', ({ device }) => device.call('hsp.pause', {})],
  ['mode2', ({ device }) => device.call('info.setMode2', { mode: 7 })],
  ['hdsp.xpt at once', ({ device }) => device.call('hdsp.xpt', { ...MOVE, t: 0, stop_on_target: true })],
];

/** The obstacles to the slider's motion, with how to cause and how to end each. */
const OBSTACLES = [
  {
    what: 'a slider that is blocked',
    refusal: errorKinds.sliderBlocked,
    reports: ['slider_blocked', 'slider_unblocked'],
    begin: ({ device }: BootedDevice) => device.hardware().setSliderBlocked(true),
    end: ({ device }: BootedDevice) => device.hardware().setSliderBlocked(false),
  },
  {
    what: 'a motor that is too hot',
    refusal: errorKinds.motorTemperatureHigh,
    reports: ['temp_high', 'temp_ok'],
    begin: ({ device }: BootedDevice) => device.hardware().setMotorTemperature(80),
    end: ({ time }: BootedDevice) => time.advance(HOUR_MS),
  },
];

describe.each(OBSTACLES)('$what', ({ refusal, reports, begin, end }) => {
  test.each(STARTS)('refuses %s until it ends', async (_, start) => {
    const booted = bootDevice();
    begin(booted);
    const { mode_session_id } = await booted.device.call('info.mode', {});
    await expect(start(booted)).rejects.toMatchObject(refusalOf(refusal));
    expect((await booted.device.call('info.mode', {})).mode_session_id).toBe(mode_session_id);
    end(booted);
    await expect(start(booted)).resolves.toBeDefined();
  });

  test.each(STOPS)('never refuses %s', async (_, stop) => {
    const booted = bootDevice();
    begin(booted);
    await expect(stop(booted)).resolves.toBeDefined();
  });

  test('stops the motion, reports it, and reports its own end', async () => {
    const booted = bootDevice();
    const { device, names, time, slider } = booted;
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 0.5 });
    time.advance(100);
    booted.events.length = 0;
    begin(booted);
    expect(names()).toEqual([reports[0], 'hamp_state_changed']);
    expect((await device.call('hamp.state', {})).play_state).toBe(HampPlayState.STOPPED);
    time.advance(45);
    expect((await slider()).speed_absolute).toBe(0);
    end(booted);
    expect(names()).toEqual([reports[0], 'hamp_state_changed', reports[1]]);
    time.advance(10_000);
    expect((await slider()).speed_absolute).toBe(0);
  });

  test('stops a direct move, which is reported as stopped', async () => {
    const booted = bootDevice();
    const { device, events, time } = booted;
    await device.call('hdsp.xpt', MOVE);
    time.advance(1_000);
    booted.events.length = 0;
    begin(booted);
    expect(events[1]).toMatchObject({ name: 'hdsp_state_changed', data: { state: HdspState.STOPPED } });
    time.advance(HOUR_MS);
    expect(events).not.toContainEqual(expect.objectContaining({ data: { state: HdspState.POINT_REACHED } }));
  });

  test('ends a paused playback too, so that it cannot be resumed', async () => {
    const booted = bootDevice();
    await booted.add([
      [0, 0],
      [9_000, 90],
    ]);
    await booted.play();
    await booted.device.call('hsp.pause', {});
    begin(booted);
    expect((await booted.state()).play_state).toBe(HspPlayState.STOPPED);
  });
});

describe('the slider', () => {
  test('that is blocked twice is reported once', () => {
    const { device, names } = bootDevice();
    device.hardware().setSliderBlocked(true);
    device.hardware().setSliderBlocked(true);
    device.hardware().setSliderBlocked(false);
    device.hardware().setSliderBlocked(false);
    expect(names()).toEqual(['slider_blocked', 'slider_unblocked']);
  });

  test('of a model without one cannot be blocked, and its motor not be heated', async () => {
    const { device, names } = bootDevice({ model: 'oh' });
    device.hardware().setSliderBlocked(true);
    device.hardware().setMotorTemperature(90);
    expect(names()).toEqual([]);
  });

  test('stays blocked over a reboot', async () => {
    const { device, time } = bootDevice();
    device.hardware().setSliderBlocked(true);
    await device.call('system.reboot', { connection_mode: 1 });
    time.advance(10_000);
    await expect(device.call('hamp.start', {})).rejects.toMatchObject(refusalOf(errorKinds.sliderBlocked));
  });

  test('heats up by its work, until its own heat stops it', async () => {
    const { device, time, timesOf, slider } = bootDevice();
    expect((await slider()).motor_temp).toBe(25);
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    time.advance(300_000);
    expect((await slider()).motor_temp).toBeGreaterThan(35);
    time.advance(4 * HOUR_MS);
    const [highMs = 0] = timesOf('temp_high');
    const [okMs = 0] = timesOf('temp_ok');
    expect(highMs).toBeGreaterThan(300_000);
    expect(okMs).toBeGreaterThan(highMs);
    expect(timesOf('temp_high')).toHaveLength(1);
    expect((await slider()).motor_temp).toBe(25);
  });

  test('heats up by following a stream too', async () => {
    const { add, play, time, slider } = bootDevice();
    await add([
      [0, 0],
      [400, 100],
      [800, 0],
    ]);
    await play({ loop: true });
    time.advance(300_000);
    expect((await slider()).motor_temp).toBeGreaterThan(35);
  });
});

describe('buttons', () => {
  test('an event that the mode does not handle goes to the apps', () => {
    const { device, events } = bootDevice();
    for (const event of Object.values(ButtonEvent)) device.hardware().press(DeviceButton.LEFT, event);
    expect(events.map(({ data }) => data)).toEqual(
      Object.values(ButtonEvent).map((event) => ({ button: DeviceButton.LEFT, event })),
    );
  });

  test('a held button emits start, steps and end', () => {
    const { device, events, time } = bootDevice();
    device.hardware().hold(DeviceButton.WIFI, 1_200);
    time.advance(5_000);
    expect(events.map(({ data }) => data)).toMatchObject([
      { event: ButtonEvent.LONG_PRESS_START },
      { event: ButtonEvent.LONG_PRESS_STEP },
      { event: ButtonEvent.LONG_PRESS_STEP },
      { event: ButtonEvent.LONG_PRESS_END },
    ]);
  });

  test('in alternating motion UP and DOWN change the velocity, and POWER stops', async () => {
    const { device, names, events } = bootDevice();
    await device.call('hamp.start', {});
    events.length = 0;
    for (const button of [DeviceButton.DOWN, DeviceButton.UP, DeviceButton.UP, DeviceButton.LEFT, DeviceButton.POWER])
      device.hardware().press(button, ButtonEvent.SHORT_PRESS);
    expect(names()).toEqual([...Array(3).fill('hamp_state_changed'), 'button_event', 'hamp_state_changed']);
    expect(events[0]?.data).toMatchObject({ velocity: 0 });
    expect(events[2]?.data).toMatchObject({ velocity: 0.2, play_state: HampPlayState.PLAYING });
    expect(events[4]?.data).toMatchObject({ play_state: HampPlayState.STOPPED });
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    expect(names().at(-1)).toBe('button_event');
  });

  test('the velocity that UP gives ends at 1', async () => {
    const { device } = bootDevice();
    await device.call('hamp.start', {});
    for (let presses = 0; presses < 12; presses += 1) device.hardware().press(DeviceButton.UP, ButtonEvent.SHORT_PRESS);
    expect((await device.call('hamp.state', {})).velocity).toBe(1);
  });

  test('in vibration POWER ends it, the other buttons go to the apps', async () => {
    const { device, names, events } = bootDevice({ model: 'oh' });
    await device.call('hvp.setState', { amplitude: 0.5, frequency: 75, position: 0 });
    events.length = 0;
    device.hardware().press(DeviceButton.UP, ButtonEvent.SHORT_PRESS);
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    expect(names()).toEqual(['button_event', 'hvp_state_changed']);
    expect((await device.call('hvp.state', {})).enabled).toBe(false);
  });
});

describe('the battery', () => {
  test('loses charge by work, reported percent by percent', async () => {
    const { device, events, time } = bootDevice({ model: 'handy-2-pro' });
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    time.advance(150_000);
    const levels = events.flatMap((event) => (event.name === 'battery_changed' ? [event.data.level] : []));
    expect(levels).toEqual([0.79, 0.78]);
  });

  test('loses charge by playback and by vibration too', async () => {
    const player = bootDevice({ model: 'handy-2-pro' });
    await player.add([
      [0, 0],
      [900, 90],
    ]);
    await player.play({ loop: true });
    const vibrating = bootDevice({ model: 'oh' });
    await vibrating.device.call('hvp.setState', { amplitude: 1, frequency: 75, position: 0 });
    for (const { time, names } of [player, vibrating]) {
      time.advance(160_000);
      expect(names()).toContain('battery_changed');
    }
  });

  test('shuts the device down when empty, which ends its mode and motion', async () => {
    const { device, events, time } = bootDevice({ model: 'handy-2-pro' });
    await device.call('hamp.start', {});
    device.hardware().setBatteryLevel(0);
    expect(device.info()).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ name: 'device_disconnected', data: { reason: 'battery empty' } });
    device.connect();
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    time.advance(HOUR_MS);
    expect(device.info()).toBeUndefined();
  });

  test('boots the device again at rest when the charger is connected', async () => {
    const { device, slider } = bootDevice({ model: 'handy-2-pro' });
    const before = await device.call('info.sids', {});
    await device.call('hamp.start', {});
    device.hardware().setBatteryLevel(0);
    device.hardware().setCharger(true);
    const after = await device.call('info.sids', {});
    expect(after).toMatchObject({ socket_session_id: 0, mode_session_id: 0 });
    expect(after.boot_session_id).not.toBe(before.boot_session_id);
    expect((await slider()).speed_absolute).toBe(0);
    expect((await device.call('hamp.state', {})).play_state).toBe(HampPlayState.STOPPED);
  });

  test('charged without its charger, the device is switched on by its button, and boots for 3 s', async () => {
    const { device, time } = bootDevice({ model: 'handy-2-pro' });
    device.hardware().setBatteryLevel(0);
    device.hardware().setBatteryLevel(0.5);
    expect(device.info()).toBeUndefined();
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    time.advance(2_999);
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    expect(device.info()).toBeUndefined();
    time.advance(1);
    expect(device.info()).toBeDefined();
  });

  test('is ignored on a model without one', () => {
    const { device, names } = bootDevice();
    device.hardware().setBatteryLevel(0);
    device.hardware().setCharger(true);
    expect(device.info()).toBeDefined();
    expect(names()).toEqual([]);
  });
});

describe('the firmware', () => {
  test('reports low memory, and a message that it had to drop', () => {
    const { device, events } = bootDevice();
    device.hardware().reportLowMemory({ available_heap: 4_096, larges_free_block: 512 });
    device.hardware().reportLowMemory({ available_heap: 900, larges_free_block: 100, discarded_msg_size: 1_024 });
    expect(events).toMatchObject([
      { name: 'low_memory_warning', data: { available_heap: 4_096, larges_free_block: 512 } },
      { name: 'low_memory_error', data: { available_heap: 900, larges_free_block: 100, discarded_msg_size: 1_024 } },
    ]);
  });

  test('reports an error of its own, and the end of a scan', () => {
    const { device, events } = bootDevice();
    device.hardware().reportError({ code: 100_026, message: 'Hall sensor error' });
    device.hardware().reportWifiScan(7);
    expect(events).toMatchObject([
      { name: 'device_error', data: { code: 100_026, message: 'Hall sensor error' } },
      { name: 'wifi_scan_complete', data: { nr_of_networks: 7 } },
    ]);
  });

  test('reports nothing while it is not connected', () => {
    const { device, names } = bootDevice();
    device.disconnect('link lost');
    device.hardware().reportError({ code: 1, message: 'x' });
    device.hardware().press(DeviceButton.UP, ButtonEvent.SHORT_PRESS);
    device.hardware().setSliderBlocked(true);
    expect(names()).toEqual(['device_disconnected']);
  });
});

describe('a restart of the session', () => {
  test('drops the connection and opens a new one at once, in the same boot', async () => {
    const { device, names } = bootDevice();
    await device.call('hamp.start', {});
    const [before, info] = [await device.call('info.sids', {}), device.info()];
    device.hardware().restartSession();
    expect(names().slice(-3)).toEqual(['device_disconnected', 'device_connected', 'wifi_status_changed']);
    expect(await device.call('info.sids', {})).toEqual({ ...before, socket_session_id: 1 });
    expect((device.info()?.session_id ?? '') > (info?.session_id ?? '')).toBe(true);
    expect((await device.call('hamp.state', {})).play_state).toBe(HampPlayState.PLAYING);
  });

  test('does not connect a device that is off the network', () => {
    const { device, names } = bootDevice();
    device.disconnect('link lost');
    device.hardware().restartSession();
    expect(device.info()).toBeUndefined();
    expect(names()).toEqual(['device_disconnected']);
  });
});
