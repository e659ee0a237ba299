import { ButtonEvent, DeviceButton, DeviceMode, errorKinds, HampPlayState, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { type BootedDevice, bootDevice, refusalOf } from '../../testing/booted-device.ts';

const { PLAYING, STOPPED, PAUSED } = HspPlayState;

async function playing() {
  const booted = bootDevice();
  await booted.add([
    [0, 0],
    [8_000, 80],
  ]);
  await booted.play();
  booted.time.advance(1_000);
  booted.events.length = 0;
  return booted;
}

const CALLS: readonly (readonly [string, (booted: BootedDevice) => Promise<unknown>])[] = [
  ['setup', ({ device }) => device.call('hsp.setup', {})],
  ['add', ({ add }) => add([[0, 0]])],
  ['flush', ({ device }) => device.call('hsp.flush', {})],
  ['play', ({ play }) => play()],
  ['stop', ({ device }) => device.call('hsp.stop', {})],
  ['pause', ({ device }) => device.call('hsp.pause', {})],
  ['resume', ({ device }) => device.call('hsp.resume', { pick_up: false })],
  ['threshold', ({ device }) => device.call('hsp.threshold', { tail_point_threshold: 1 })],
  ['pause/onstarving', ({ device }) => device.call('hsp.pauseOnStarving', { pause_on_starving: true })],
  ['synctime', ({ device }) => device.call('hsp.synctime', { current_time: 0, server_time: 0, filter: 1 })],
  ['loop', ({ device }) => device.call('hsp.loop', { loop: true })],
  ['playbackrate', ({ device }) => device.call('hsp.playbackrate', { playback_rate: 2 })],
];

describe('the mode', () => {
  test.each(CALLS)('%s switches to it and ends the motion of the mode before', async (_, call) => {
    const booted = bootDevice();
    const { device, time, names, slider } = booted;
    await device.call('hamp.start', {});
    await device.call('hamp.velocity', { velocity: 1 });
    time.advance(100);
    booted.events.length = 0;
    await call(booted);
    expect(names().slice(0, 2)).toEqual(['hamp_state_changed', 'mode_changed']);
    expect((await device.call('info.mode', {})).mode).toBe(DeviceMode.HSP);
    expect((await device.call('hamp.state', {})).play_state).toBe(HampPlayState.STOPPED);
    time.advance(45);
    expect((await slider()).speed_absolute).toBe(0);
  });

  test('reading the state does not change it', async () => {
    const { device, state, names } = bootDevice();
    await device.call('hamp.start', {});
    const before = names();
    await state();
    expect(names()).toEqual(before);
    expect((await device.call('info.mode', {})).mode).toBe(DeviceMode.HAMP);
  });

  test('entering it again ends nothing', async () => {
    const { device, add, state } = await playing();
    expect(await device.call('info.setMode2', { mode: DeviceMode.HSP })).toMatchObject({ mode: DeviceMode.HSP });
    await add([[9_000, 0]]);
    expect((await state()).play_state).toBe(PLAYING);
  });
});

describe('hsp_state_changed', () => {
  test('is not emitted for changes by a call of the player', async () => {
    const booted = await playing();
    for (const [, call] of CALLS) await call(booted);
    expect(booted.names()).not.toContain('hsp_state_changed');
  });

  test('is emitted when another mode takes over, before the mode change', async () => {
    const { device, names, events, state, time, slider } = await playing();
    await device.call('hdsp.xpt', { xp: 0.5, t: 0, stop_on_target: true, immediate_rsp: false });
    expect(names()).toEqual(['hsp_state_changed', 'mode_changed']);
    expect(events[0]?.data).toMatchObject({ play_state: STOPPED, current_time: 1_000, points: 2 });
    expect((await state()).play_state).toBe(STOPPED);
    time.advance(45);
    expect((await slider()).speed_absolute).toBe(0);
    time.advance(60_000);
    expect(names()).not.toContain('hsp_starving');
  });

  test('is emitted when a pause ends with the mode, and not without a playback', async () => {
    const { device, names } = await playing();
    await device.call('hsp.pause', {});
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
    expect(names()).toEqual(['hsp_state_changed', 'mode_changed']);
    await device.call('hsp.flush', {});
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
    expect(names()).toEqual(['hsp_state_changed', 'mode_changed', 'mode_changed', 'mode_changed']);
  });

  test('is emitted when the slider is blocked: the playback stops, and cannot start until it is free', async () => {
    const { device, names, state, play } = await playing();
    device.hardware().setSliderBlocked(true);
    expect(names()).toEqual(['slider_blocked', 'hsp_state_changed']);
    expect((await state()).play_state).toBe(STOPPED);
    const blocked = refusalOf(errorKinds.sliderBlocked);
    await expect(play()).rejects.toMatchObject(blocked);
    await expect(device.call('hsp.resume', { pick_up: false })).rejects.toMatchObject(blocked);
    expect((await device.call('hsp.stop', {})).play_state).toBe(STOPPED);
    device.hardware().setSliderBlocked(false);
    expect((await play()).play_state).toBe(PLAYING);
  });

  test('is emitted when the motor gets too hot', async () => {
    const { device, names, play } = await playing();
    device.hardware().setMotorTemperature(80);
    expect(names()).toEqual(['temp_high', 'hsp_state_changed']);
    await expect(play()).rejects.toMatchObject(refusalOf(errorKinds.motorTemperatureHigh));
    expect((await device.call('hsp.stop', {})).play_state).toBe(STOPPED);
  });
});

describe('the POWER button', () => {
  test('pauses the playback, and emits an event', async () => {
    const { device, names, events, time, state } = await playing();
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    expect(names()).toEqual(['hsp_state_changed']);
    expect(events[0]?.data).toMatchObject({ play_state: PAUSED, current_time: 1_000 });
    await device.call('hsp.resume', { pick_up: false });
    time.advance(1_000);
    expect((await state()).current_time).toBe(2_000);
  });

  test('goes to the apps while nothing plays', async () => {
    const { device, names, events } = await playing();
    await device.call('hsp.pause', {});
    device.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    expect(names()).toEqual(['button_event']);
    expect(events[0]?.data).toEqual({ button: DeviceButton.POWER, event: ButtonEvent.SHORT_PRESS });
  });

  test('goes to the apps when held down, and so do other buttons, also during playback', async () => {
    const { device, names, state } = await playing();
    device.hardware().press(DeviceButton.UP, ButtonEvent.SHORT_PRESS);
    device.hardware().press(DeviceButton.POWER, ButtonEvent.LONG_PRESS_START);
    expect(names()).toEqual(['button_event', 'button_event']);
    expect((await state()).play_state).toBe(PLAYING);
  });
});
