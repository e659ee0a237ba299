import { describe, expect, expectTypeOf, test } from 'vitest';
import { BleState, ButtonEvent, DeviceButton, FirmwareStatus } from './device.ts';
import {
  type CallName,
  type CloudCallName,
  calls,
  type DeviceCallName,
  endpointOf,
  type InputArgs,
  type InputOf,
  type ParsedInputOf,
  type ResultOf,
} from './endpoints.ts';
import { errorKinds } from './errors.ts';
import { decodeEvent } from './events.ts';
import { HampPlayState } from './hamp.ts';
import { HspPlayState } from './hsp.ts';
import { readInput } from './input.ts';
import { DeviceMode, deviceModeSchema } from './mode.ts';
import { readResult } from './result.ts';
import { ConnectionMode } from './system.ts';

/** Every call of the contract, as method and path. */
const CONTRACT = `
GET /auth/token/issue, GET /auth/token/renew, GET /servertime,
GET /system/interfaces/status, PUT /system/interfaces/status, GET /system/environment, PUT /system/environment,
PUT /system/reboot, GET /ota/latest, GET /ota/versions, PUT /ota/update/latest, PUT /ota/update/version,
GET /ota/update/fixed, GET /ota/update/progress, GET /hamp/state, PUT /hamp/start, PUT /hamp/stop, PUT /hamp/velocity,
PUT /hamp/stroke, GET /info, GET /mode, PUT /mode, PUT /mode2, GET /connected, GET /statistics, GET /capabilities,
GET /sids, GET /settings/slider, GET /sse, PUT /hdsp/xava, PUT /hdsp/xavp, PUT /hdsp/xpva, PUT /hdsp/xpvp, PUT /hdsp/xat,
PUT /hdsp/xpt, GET /hssp/state, PUT /hssp/setup, PUT /hssp/play, PUT /hssp/stop, PUT /hssp/pause, PUT /hssp/resume,
PUT /hssp/synctime, PUT /hsp/setup, PUT /hsp/flush, PUT /hsp/add, PUT /hsp/play, PUT /hsp/stop, GET /hsp/state,
PUT /hsp/threshold, PUT /hsp/pause, PUT /hsp/resume, PUT /hsp/pause/onstarving, PUT /hsp/synctime, PUT /hsp/loop,
PUT /hsp/playbackrate, GET /hstp/info, GET /hstp/clocksync, GET /hstp/offset, PUT /hstp/offset, GET /hvp/state,
PUT /hvp/state, PUT /hvp/start, PUT /hvp/stop, GET /slider/state, GET /slider/stroke, PUT /slider/stroke,
PUT /stream/setup, PUT /stream/play, PUT /stream/stop, GET /stream/state, PUT /stream/synctime`
  .split(',')
  .map((call) => call.trim());

test('the table holds every call of the contract, and each path once', () => {
  const table = calls.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(CONTRACT.filter((call) => !table.includes(call))).toEqual([]);
  expect(new Set(table).size).toBe(table.length);
});

test('types follow from the table', () => {
  expectTypeOf<InputOf<'hamp.velocity'>>().toEqualTypeOf<{ velocity: number }>();
  expectTypeOf<ResultOf<'utils.servertime'>>().toEqualTypeOf<{ server_time: number }>();
  expectTypeOf<InputArgs<'hamp.start'>>().toEqualTypeOf<[input?: InputOf<'hamp.start'>]>();
  expectTypeOf<InputArgs<'hamp.velocity'>>().toEqualTypeOf<[input: { velocity: number }]>();
  expectTypeOf<ParsedInputOf<'hsp.play'>['loop']>().toEqualTypeOf<boolean>();
  expectTypeOf<Extract<DeviceCallName, 'hamp.start'>>().toEqualTypeOf<'hamp.start'>();
  expectTypeOf<Extract<DeviceCallName, 'hssp.play'>>().toEqualTypeOf<never>();
  expectTypeOf<DeviceCallName | CloudCallName>().toEqualTypeOf<CallName>();
});

test('every device call but pause and resume takes a timeout', () => {
  const without = calls.filter(({ endpoint }) => !endpoint.takesTimeout).map(({ name }) => name);
  expect(without.toSorted()).toEqual(
    [
      'auth.issueToken',
      'auth.renewToken',
      'hsp.pause',
      'hsp.resume',
      'hssp.pause',
      'hssp.resume',
      'utils.servertime',
    ].toSorted(),
  );
});

test('an unknown call name is an error, not undefined', () => {
  expect(() => endpointOf('hamp.fly' as CallName)).toThrow(RangeError);
});

test('device modes are the numbers of the specification, and the two later ones are read too', () => {
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
  for (const mode of [9, 10]) expect(deviceModeSchema.parse(mode)).toBe(mode);
});

test('the other enumerations have the names of the specification, numbered from 0 in its order', () => {
  const names = (enumeration: Record<string, number>) => {
    const byNumber: string[] = [];
    for (const [name, number] of Object.entries(enumeration)) byNumber[number] = name;
    return byNumber;
  };
  expect(names(ConnectionMode).slice(0, 6)).toEqual(['NONE', 'WIFI', 'BLE', 'WIFI_BLE', 'OFFLINE', 'LEGACY_BLE']);
  expect(names(DeviceButton)).toEqual(['POWER', 'UP', 'LEFT', 'RIGHT', 'DOWN', 'WIFI']);
  expect(names(ButtonEvent)).toEqual(
    'PRESSED RELEASED SHORT_PRESS LONG_PRESS_START LONG_PRESS_STEP LONG_PRESS_END'.split(' '),
  );
  expect(names(BleState)).toEqual(['NOT_INITIALIZED', 'INITIALIZING', 'ADVERTISING', 'CONNECTED']);
  expect(names(HampPlayState)).toEqual(['STOPPED', 'PLAYING']);
  expect(names(HspPlayState)).toEqual(['NOT_INITIALIZED', 'PLAYING', 'STOPPED', 'PAUSED', 'STARVING']);
  expect(names(FirmwareStatus)).toEqual(['UP_TO_DATE', 'UPDATE_AVAILABLE', 'UPDATE_REQUIRED']);
});

test('refusal codes are unique', () => {
  const codes = Object.values(errorKinds).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

describe('reading input', () => {
  const read = (name: CallName, raw: unknown) => readInput(endpointOf(name), raw);

  test("a velocity outside 0 and 1 is refused with the specification's text", () => {
    for (const velocity of [-0.1, 1.1])
      expect(read('hamp.velocity', { velocity })).toEqual({
        ok: false,
        problem: 'Velocity must be between 0 and 1',
      });
    expect(read('hamp.velocity', { velocity: 0.4 })).toEqual({ ok: true, input: { velocity: 0.4 } });
  });

  test('a time offset may be negative or a fraction, and is within the times of a stream', () => {
    for (const offset of [-125, 0.5, 0, -(2 ** 31), 2 ** 31 - 1])
      expect(read('hstp.setOffset', { offset })).toEqual({ ok: true, input: { offset } });
    expect(read('hstp.setOffset', { offset: 1e25 })).toEqual({
      ok: false,
      problem: 'offset must be at most 2147483647',
    });
    expect(read('hstp.setOffset', { offset: -1e25 })).toEqual({
      ok: false,
      problem: 'offset must be at least -2147483648',
    });
  });

  test('an absent, empty or {} body is accepted where no field is required', () => {
    for (const raw of [undefined, null, '', {}]) expect(read('hamp.start', raw)).toEqual({ ok: true, input: {} });
  });

  test('camelCase is accepted for snake_case and the other way round, in nested objects too', () => {
    expect(read('hsp.threshold', { tailPointThreshold: 3 })).toEqual({ ok: true, input: { tail_point_threshold: 3 } });
    expect(read('hsp.setup', { streamId: 7 })).toEqual({ ok: true, input: { stream_id: 7 } });
    expect(read('hsp.resume', { pickUp: true })).toEqual({ ok: true, input: { pick_up: true } });
    expect(read('hssp.resume', { pick_up: true })).toEqual({ ok: true, input: { pickUp: true } });
    const play = read('hsp.play', { startTime: 5, add: { points: [], tailPointStreamIndex: 2 } });
    expect(play).toMatchObject({ ok: true, input: { start_time: 5, add: { tail_point_stream_index: 2 } } });
  });

  test('points may come without the index of their last', () => {
    expect(read('hsp.add', { points: [{ t: 0, x: 50 }] })).toMatchObject({ ok: true });
  });

  test('a share below 0 or above 1 is refused with a sentence that names the bounds', () => {
    expect(read('hdsp.xpt', { xp: 50, t: 100 })).toEqual({ ok: false, problem: 'xp must be at most 1' });
    expect(read('hdsp.xpva', { xp: 50, va: 100 })).toEqual({ ok: false, problem: 'xp must be at most 1' });
    expect(read('hdsp.xavp', { xa: 50, vp: 100 })).toEqual({ ok: false, problem: 'vp must be at most 1' });
    expect(read('hdsp.xpt', { xp: -0.5, t: 100 })).toEqual({ ok: false, problem: 'xp must be at least 0' });
    expect(read('hdsp.xpva', { xp: -0.5, va: 100 })).toEqual({ ok: false, problem: 'xp must be at least 0' });
    expect(read('hdsp.xavp', { xa: 50, vp: -0.5 })).toEqual({ ok: false, problem: 'vp must be at least 0' });
  });

  test('xpvp takes its speed as vp, as va or as both, and requires one of them', () => {
    expect(read('hdsp.xpvp', { xp: 0.5, vp: 0.2 }).ok).toBe(true);
    expect(read('hdsp.xpvp', { xp: 0.5, va: 0.2 }).ok).toBe(true);
    expect(read('hdsp.xpvp', { xp: 0.5 })).toEqual({ ok: false, problem: 'Give a speed as vp or va' });
  });

  test('the text names a missing field, a field of another type and a body that is no object', () => {
    expect(read('hamp.velocity', {})).toEqual({ ok: false, problem: 'velocity must be of type number' });
    expect(read('hamp.velocity', { velocity: 'fast' })).toEqual({
      ok: false,
      problem: 'velocity must be of type number',
    });
    expect(read('hamp.velocity', [1])).toEqual({ ok: false, problem: 'The body must be an object' });
    expect(read('info.setMode', { mode: 9 })).toEqual({ ok: false, problem: 'Mode must be between 0 and 8' });
    expect(read('hsp.playbackrate', { playback_rate: 0 })).toEqual({
      ok: false,
      problem: 'playback_rate must be above 0',
    });
  });

  test('numbers in a query arrive as text and are converted', () => {
    expect(read('auth.issueToken', { ttl: '120', ck: 'DemoHandy1' })).toMatchObject({ ok: true, input: { ttl: 120 } });
    expect(read('hstp.clocksync', { s: 'true' })).toEqual({ ok: true, input: { s: true } });
  });

  test('a stroke may name one end, but not cross its ends', () => {
    expect(read('slider.setStroke', { min: 0.2 })).toEqual({ ok: true, input: { min: 0.2 } });
    expect(read('slider.setStroke', { min: 0.6, max: 0.4 }).ok).toBe(false);
    expect(read('slider.setStroke', {}).ok).toBe(false);
  });
});

describe('decoding events', () => {
  const state = { play_state: 1, velocity: 0.4, direction: true };

  test('named and unnamed frames, nested once or twice, give the same event', () => {
    const inner = { connection_key: 'DemoHandy1', data: state };
    const expected = { name: 'hamp_state_changed', data: state, connectionKey: 'DemoHandy1' };
    expect(decodeEvent('hamp_state_changed', JSON.stringify(inner))).toEqual(expected);
    expect(decodeEvent('hamp_state_changed', JSON.stringify({ ...inner, data: { data: state } }))).toEqual(expected);
    const unnamed = { id: '12', type: 'hamp_state_changed', data: inner };
    expect(decodeEvent(undefined, JSON.stringify(unnamed))).toEqual(expected);
    expect(decodeEvent('message', JSON.stringify(unnamed))).toEqual(expected);
    expect(decodeEvent('hamp_state_changed', JSON.stringify(state))).toEqual({ ...expected, connectionKey: undefined });
  });

  test('events without payload are decoded too', () => {
    expect(decodeEvent('temp_high', '{"connection_key":"DemoHandy1"}')).toMatchObject({ name: 'temp_high' });
    expect(decodeEvent('slider_blocked', '{"connection_key":"DemoHandy1","data":{}}')).toMatchObject({
      connectionKey: 'DemoHandy1',
    });
  });

  test('unknown names, unknown enum values and broken text decode to nothing', () => {
    expect(decodeEvent('warp_engaged', '{}')).toBeUndefined();
    expect(
      decodeEvent('mode_changed', '{"connection_key":"k","data":{"mode":77,"mode_session_id":1}}'),
    ).toBeUndefined();
    expect(decodeEvent('hamp_state_changed', 'not json')).toBeUndefined();
    expect(decodeEvent('hamp_state_changed', '[1]')).toBeUndefined();
    expect(decodeEvent('hamp_state_changed', '{"data":{"data":{"data":{"data":{}}}}}')).toBeUndefined();
  });

  test('payloads that clouds send in two forms are converted to one form', () => {
    const wrap = (data: unknown) => JSON.stringify({ connection_key: 'DemoOh0001', data });
    expect(decodeEvent('ble_status_changed', wrap({ status: 2 }))?.data).toEqual({ state: 2 });
    expect(decodeEvent('battery_changed', wrap({ level: 78 }))?.data).toEqual({ level: 0.78 });
    expect(decodeEvent('battery_changed', wrap({ level: 0.5 }))?.data).toEqual({ level: 0.5 });
    const nested = { state: { enabled: true, aplitude: 0.3, frequency: 100, position: 0 } };
    expect(decodeEvent('hvp_state_changed', wrap(nested))?.data).toMatchObject({ amplitude: 0.3 });
  });

  test('a device whose facts do not fit the schema still counts as connected', () => {
    const status = (info: object) =>
      decodeEvent('device_status', JSON.stringify({ connection_key: 'k', data: { connected: true, info } }));
    for (const info of [
      { fw_status: 0, fw_version: '4.1.1' },
      { fw_status: 0, session_id: 'x' },
    ])
      expect(status(info)).toMatchObject({ name: 'device_status', data: { connected: true, info: undefined } });
  });

  test('of the facts of a device only version and session are required; others may be unknown', () => {
    const needed = { fw_version: '4.1.1', session_id: 'x' };
    for (const unreadable of [{}, { fw_status: 9 }, { fw_status: null, hw_model_no: null, hw_model_name: 7 }])
      for (const name of ['device_status', 'device_connected'] as const) {
        const data = { connected: true, info: { ...needed, ...unreadable } };
        expect(decodeEvent(name, JSON.stringify({ connection_key: 'k', data }))?.data).toEqual({
          connected: true,
          info: needed,
        });
      }
  });

  test('a session that is a number is read as a text, and one that is neither is no session', () => {
    const info = (session_id: unknown) => {
      const data = { connected: true, info: { fw_version: '4.1.1', session_id } };
      return decodeEvent('device_status', JSON.stringify({ connection_key: 'k', data }))?.data;
    };
    expect(info(17)).toMatchObject({ info: { session_id: '17' } });
    for (const other of [null, true, { id: 17 }]) expect(info(other)).toEqual({ connected: true });
  });

  test('the facts that the cloud sends must fit the contract', () => {
    expect(readResult('info.info', { fw_status: 9, fw_version: '4.1.1', session_id: 'x' })).toEqual({ ok: false });
  });
});
