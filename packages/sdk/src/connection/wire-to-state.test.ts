import type { EventName } from '@tactus/protocol';
import { expect, test } from 'vitest';
import type { ClientCallName } from '../client/client.ts';
import type { DeviceState } from '../state/device-state.ts';
import { setUpDevice } from '../testing/scripted-device.ts';

type Expected = Partial<{ [Field in keyof DeviceState]: unknown }>;

const info = {
  fw_status: 1,
  fw_version: '4.1.1',
  fw_feature_flags: 'production',
  hw_model_no: 2,
  hw_model_name: 'H02',
  hw_model_variant: 3,
  session_id: '01HZ0001',
};
const hamp = { play_state: 1, velocity: 0.4, direction: false };
const hvp = { enabled: true, amplitude: 0.3, frequency: 100, position: 20 };
const stroke = { min: 0.2, max: 0.8, min_absolute: 24, max_absolute: 83 };
const readingOfSlider = { position: 0.4, position_absolute: 40, motor_temp: 31, speed_absolute: 5 };
const reading = { ...readingOfSlider, dir: true, motor_position: 9 };
const hsp = {
  play_state: 4,
  pause_on_starving: true,
  points: 5,
  max_points: 4000,
  current_point: 2,
  current_time: 900,
  loop: true,
  playback_rate: 1.5,
  first_point_time: 10,
  last_point_time: 2000,
  stream_id: 7,
  tail_point_stream_index: 5,
  tail_point_stream_index_threshold: 3,
};
const clock = { time: 9, clock_offset: 100, rtd: 30 };
const clockSync = expect.objectContaining({ deviceTime: 9, deviceClockOffset: 100, deviceRtd: 30 });
const battery = { level: 0.5, charger_connected: true };
const progress = { done: false, progress: 0.4, failed: false };
const latest = { version: '4.2.0', feature_flags: 'production' };
const memory = { available_heap: 900, larges_free_block: 80 };
const warned = (warning: object) => ({ trouble: expect.objectContaining(warning) });

/** Events as the stream carries them, and what they make of the state; `{}` for those that only listeners receive. */
const events: [EventName, unknown, Expected, before?: EventName][] = [
  ['battery_changed', battery, { battery }],
  ['ble_status_changed', { state: 2 }, { interfaces: { wifi: true, ble: true, ble_state: 2 } }],
  [
    'button_event',
    { button: 1, event: 2 },
    { lastButtonEvent: { button: 1, event: 2, timestamp: expect.any(Number) } },
  ],
  ['device_clock_synchronized', clock, { clockSync }],
  [
    'device_connected',
    { connected: true, info },
    { connected: true, info, session_id: '01HZ0001' },
    'device_disconnected',
  ],
  ['device_disconnected', { reason: 'power' }, { connected: false, disconnectReason: 'power' }],
  ['device_error', { code: 42, message: 'The motor is stuck' }, {}],
  [
    'device_status',
    { connected: true, info },
    { connected: true, info, session_id: '01HZ0001' },
    'device_disconnected',
  ],
  ['hamp_state_changed', hamp, { hamp }],
  ['hdsp_state_changed', { state: 1 }, { hdsp: { state: 1 } }],
  ['hdsp_state_changed', { state: 2 }, { hdsp: { state: 2 } }],
  ['hsp_looping', hsp, { hsp }],
  ['hsp_paused_on_starving', hsp, { hsp }],
  ['hsp_resumed_on_not_starving', hsp, { hsp }],
  ['hsp_starving', hsp, { hsp }],
  ['hsp_state_changed', hsp, { hsp }],
  ['hsp_threshold_reached', hsp, { hsp }],
  ['hvp_state_changed', hvp, { hvp }],
  ['low_memory_error', { ...memory, discarded_msg_size: 7 }, warned({ lowMemory: true })],
  ['low_memory_warning', memory, warned({ lowMemory: true })],
  ['mode_changed', { mode: 4, mode_session_id: 2 }, { mode: 4 }],
  ['ota_progress', progress, { ota: expect.objectContaining({ ...progress, ongoing: true }) }],
  ['slider_blocked', {}, warned({ sliderBlocked: true })],
  ['slider_unblocked', {}, warned({ sliderBlocked: false }), 'slider_blocked'],
  ['stream_end_reached', hsp, { hsp }],
  ['stroke_changed', stroke, { slider: expect.objectContaining(stroke) }],
  ['temp_high', {}, warned({ motorHot: true })],
  ['temp_ok', {}, warned({ motorHot: false }), 'temp_high'],
  ['wifi_scan_complete', { nr_of_networks: 2 }, {}],
  ['wifi_status', { state: 1, socket_connected: true }, {}],
  ['wifi_status_changed', { state: 1, socket_connected: true }, {}],
];

test.each(events)(
  'a frame %s reaches its listeners whole, and changes the state',
  async (name, data, expected, before) => {
    const { device, cloud, time, connectFully, state } = setUpDevice();
    await connectFully();
    if (before) cloud.stream.send(before, {});
    await time.settle();
    const received: unknown[] = [];
    device.on(name, (payload: unknown) => received.push(payload));
    cloud.stream.send(name, data);
    await time.settle();
    expect(received).toEqual([data]);
    expect(state()).toMatchObject(expected);
  },
);

/** Answers as the cloud sends them, and what they make of the state. */
const answers: [ClientCallName, string, unknown, Expected][] = [
  ['info.info', 'GET /info', info, { info, session_id: '01HZ0001' }],
  ['info.mode', 'GET /mode', { mode: 3, mode_session_id: 2 }, { mode: 3 }],
  ['hamp.state', 'GET /hamp/state', hamp, { hamp }],
  ['hvp.state', 'GET /hvp/state', hvp, { hvp }],
  ['hsp.state', 'GET /hsp/state', hsp, { hsp }],
  ['hstp.info', 'GET /hstp/info', clock, { clockSync }],
  ['slider.stroke', 'GET /slider/stroke', stroke, { slider: expect.objectContaining(stroke) }],
  ['slider.state', 'GET /slider/state', reading, { slider: expect.objectContaining(reading) }],
  ['ota.progress', 'GET /ota/update/progress', progress, { ota: expect.objectContaining(progress) }],
  ['ota.latest', 'GET /ota/latest', latest, { ota: expect.objectContaining({ latestFirmwareVersion: latest }) }],
  ['ota.versions', 'GET /ota/versions', [latest], { ota: expect.objectContaining({ firmwareVersions: [latest] }) }],
  [
    'system.interfaces',
    'GET /system/interfaces/status',
    { wifi: false, ble: true },
    { interfaces: { wifi: false, ble: true, ble_state: 0 } },
  ],
];

test.each(answers)('the answer to %s is the state whole', async (call, line, result, expected) => {
  const { device, cloud, time, connectFully, state } = setUpDevice();
  await connectFully();
  cloud.on(line, () => ({ result }));
  await Promise.all([device.call(call, {}), time.run(100)]);
  expect(state()).toMatchObject(expected);
});
