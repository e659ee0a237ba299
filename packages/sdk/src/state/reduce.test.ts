import { type CallName, type DeviceEvent, DeviceMode, type ResultOf } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { type DeviceState, initialState } from './device-state.ts';
import { reduceAnswer as reduceAnswerTo, reduceEvent } from './reduce.ts';

const info = { fw_status: 0, fw_version: '4.1.1', hw_model_no: 0, session_id: '01HZ0001' } as const;
const playing = { play_state: 1, velocity: 0.5, direction: true } as const;
const hvp = { enabled: true, amplitude: 0.3, frequency: 100, position: 200 };
const hsp = { ...initialState.hsp, play_state: 1 as const, points: 5 };
const NOW_MS = 42;

function reduceAnswer<N extends CallName>(state: DeviceState, call: N, result: ResultOf<N>, nowMs: number) {
  return reduceAnswerTo(state, call, { result, nowMs, input: {} as never }); // none of these reads its input
}

function reduceEvents(state: DeviceState, ...events: DeviceEvent[]): DeviceState {
  let reduced = state;
  for (const event of events) reduced = { ...reduced, ...reduceEvent(reduced, event, NOW_MS).patch };
  return reduced;
}

describe('events', () => {
  test('presence: connected with its facts, then disconnected with a reason', () => {
    const there = reduceEvents(initialState, { name: 'device_status', data: { connected: true, info } });
    expect(there).toMatchObject({ connected: true, info, session_id: '01HZ0001' });
    const gone = reduceEvents(there, { name: 'device_disconnected', data: { session_id: '01HZ0001', reason: 'wifi' } });
    expect(gone).toMatchObject({ connected: false, disconnectReason: 'wifi', session_id: '01HZ0001', mode: undefined });
    const back = reduceEvents(gone, { name: 'device_connected', data: { connected: true, info } });
    expect(back).toMatchObject({ connected: true, disconnectReason: undefined });
  });

  test('the absolute ends of the slider are 0 and 100 until the device reports its own mm', () => {
    expect(initialState.slider).toMatchObject({ min_absolute: 0, max_absolute: 100 });
    const own = { min: 0, max: 1, min_absolute: 5, max_absolute: 102.826 };
    expect(reduceEvents(initialState, { name: 'stroke_changed', data: own }).slider).toMatchObject(own);
  });

  test('a mode change resets the state of the mode before', () => {
    const moving: DeviceState = { ...initialState, hamp: playing, hvp, hsp };
    const from = (mode: DeviceMode) =>
      reduceEvents({ ...moving, mode }, { name: 'mode_changed', data: { mode: DeviceMode.IDLE, mode_session_id: 2 } });
    expect(from(DeviceMode.HAMP)).toMatchObject({ mode: DeviceMode.IDLE, hamp: initialState.hamp, hvp, hsp });
    expect(from(DeviceMode.VIBRATE)).toMatchObject({ hvp: initialState.hvp, hamp: playing, hsp });
    expect(from(DeviceMode.HSP)).toMatchObject({ hsp: initialState.hsp, hamp: playing, hvp });
    expect(from(DeviceMode.HSSP).hsp).toEqual(initialState.hsp);
    expect(from(DeviceMode.BUTTON)).toMatchObject({ hamp: playing, hvp, hsp });
  });

  test('the first report of a mode resets the state of the others', () => {
    const moving: DeviceState = { ...initialState, hamp: playing, hvp };
    const next = reduceEvents(moving, { name: 'mode_changed', data: { mode: DeviceMode.VIBRATE, mode_session_id: 2 } });
    expect(next).toMatchObject({ mode: DeviceMode.VIBRATE, hamp: initialState.hamp, hvp });
  });

  test('an answer with another mode resets the mode before as well', () => {
    const state: DeviceState = { ...initialState, mode: DeviceMode.HAMP, hamp: playing };
    for (const call of ['info.mode', 'info.setMode2'] as const)
      expect(reduceAnswer(state, call, { mode: DeviceMode.IDLE, mode_session_id: 3 }, 0)).toEqual({
        mode: DeviceMode.IDLE,
        hamp: initialState.hamp,
      });
    expect(reduceAnswer(state, 'info.mode', { mode: DeviceMode.HAMP }, 0)).toEqual({});
  });

  test('a report of the current mode resets nothing', () => {
    const state = { ...initialState, mode: DeviceMode.HAMP, hamp: playing };
    const event = { name: 'mode_changed', data: { mode: DeviceMode.HAMP, mode_session_id: 2 } } as const;
    expect(reduceEvent(state, event, NOW_MS)).toMatchObject({ patch: {}, changed: [] });
  });

  test('stroke, battery, buttons, clock and warnings', () => {
    const state = reduceEvents(
      initialState,
      { name: 'stroke_changed', data: { min: 0.2, max: 0.8, min_absolute: 24, max_absolute: 83 } },
      { name: 'battery_changed', data: { level: 0.5 } },
      { name: 'button_event', data: { button: 1, event: 2 } },
      { name: 'device_clock_synchronized', data: { time: 9, clock_offset: 100, rtd: 20 } },
      { name: 'temp_high', data: undefined },
      { name: 'slider_blocked', data: undefined },
    );
    expect(state.slider).toMatchObject({ min: 0.2, max: 0.8, min_absolute: 24, max_absolute: 83, position: 0 });
    expect(state.battery).toEqual({ level: 0.5 });
    expect(state.lastButtonEvent).toEqual({ button: 1, event: 2, timestamp: NOW_MS });
    expect(state.clockSync).toMatchObject({ deviceTime: 9, deviceClockOffset: 100, deviceRtd: 20, synced: false });
    expect(state.trouble).toEqual({ motorHot: true, sliderBlocked: true, lowMemory: false });
    const next = reduceEvents(
      state,
      { name: 'temp_ok', data: undefined },
      { name: 'slider_unblocked', data: undefined },
    );
    expect(next.trouble).toEqual(initialState.trouble);
  });

  test('an equal report changes nothing, so no listener is called', () => {
    const state = { ...initialState, hamp: playing };
    const reduced = reduceEvent(state, { name: 'hamp_state_changed', data: { ...playing } }, NOW_MS);
    expect(reduced).toEqual({ patch: {}, changed: [], readBy: ['hamp'] });
  });

  test('an event that no slice reads changes nothing', () => {
    expect(reduceEvent(initialState, { name: 'wifi_scan_complete', data: { nr_of_networks: 2 } }, 0).readBy).toEqual(
      [],
    );
  });
});

describe('answers', () => {
  test('of every HAMP call are the state', () => {
    for (const call of ['hamp.state', 'hamp.start', 'hamp.stop', 'hamp.velocity', 'hamp.stroke'] as const)
      expect(reduceAnswer(initialState, call, { ...playing }, NOW_MS)).toEqual({ hamp: playing });
  });

  test('of every HVP call are the state, and so is its event', () => {
    for (const call of ['hvp.state', 'hvp.setState', 'hvp.start', 'hvp.stop'] as const)
      expect(reduceAnswer(initialState, call, hvp, 0)).toEqual({ hvp });
    expect(reduceEvents(initialState, { name: 'hvp_state_changed', data: hvp })).toMatchObject({ hvp });
    expect(reduceEvents(initialState, { name: 'hdsp_state_changed', data: { state: 1 } })).toMatchObject({
      hdsp: { state: 1 },
    });
  });

  test('of the slider change window and reading separately', () => {
    const stroke = { min: 0.1, max: 0.9, min_absolute: 10, max_absolute: 90 };
    const reading = {
      position: 0.4,
      position_absolute: 40,
      motor_temp: 30,
      speed_absolute: 5,
      dir: true,
      motor_position: 1,
    };
    const afterStroke = { ...initialState, ...reduceAnswer(initialState, 'slider.stroke', stroke, 0) };
    const after = {
      ...afterStroke,
      ...reduceAnswer(afterStroke, 'slider.state', { ...reading, motor_temp_adc_value: 7 }, 0),
    };
    expect(after.slider).toEqual({ ...stroke, ...reading });
  });

  test('of mode, info, capabilities, clock and offset', () => {
    expect(reduceAnswer(initialState, 'info.setMode2', { mode: 7, mode_session_id: 3 }, 0)).toEqual({ mode: 7 });
    expect(reduceAnswer(initialState, 'info.info', info, 0)).toEqual({ info, session_id: '01HZ0001' });
    expect(reduceAnswer(initialState, 'info.capabilities', { slider: 1 }, 0)).toEqual({ capabilities: { slider: 1 } });
    expect(reduceAnswer(initialState, 'hstp.clocksync', 'ok', 0)).toEqual({});
    expect(reduceAnswer(initialState, 'hstp.offset', { offset: -50 }, 0).clockSync?.deviceUserTimeOffset).toBe(-50);
  });
});
