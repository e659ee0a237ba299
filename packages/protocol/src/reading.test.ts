import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { definePutEndpoint } from './endpoint.ts';
import { type CallName, endpointOf, isDeviceCall } from './endpoints.ts';
import { DeviceRefusal, errorKinds } from './errors.ts';
import { decodeEvent } from './events.ts';
import { readInput } from './input.ts';
import { isChannelReference, isConnectionKey } from './scalars.ts';
import { sliderSettingsSchema } from './slider.ts';

const read = (name: CallName, raw: unknown) => readInput(endpointOf(name), raw);

describe('reading input', () => {
  test('the zone of the alternating motion may not have its minimum above its maximum', () => {
    expect(read('hamp.stroke', { min: 0.1, max: 0.9 }).ok).toBe(true);
    expect(read('hamp.stroke', { min: 0.9, max: 0.1 })).toEqual({
      ok: false,
      problem: 'The zone minimum must not be above its maximum',
    });
  });

  test('a script is given by address, as CSV or as actions, and by one of them only', () => {
    for (const source of [{ url: 'https://example.org/a.csv' }, { csv: '0,0\n1,1' }, { actions: [{ at: 0, pos: 0 }] }])
      expect(read('hssp.setup', source)).toEqual({ ok: true, input: { ...source, notify: false } });
    for (const source of [{}, { url: 'https://example.org/a.csv', csv: '0,0\n1,1' }])
      expect(read('hssp.setup', source)).toEqual({ ok: false, problem: 'Give one of url, csv or actions' });
  });

  test('a reboot takes the connection modes from 0 to 5', () => {
    expect(read('system.reboot', { connection_mode: 5 }).ok).toBe(true);
    for (const connection_mode of [6, 7])
      expect(read('system.reboot', { connection_mode })).toEqual({
        ok: false,
        problem: 'Connection mode must be between 0 and 5',
      });
  });

  test('the text for a value outside a list names the list', () => {
    expect(read('system.setEnvironment', { environment: 9 })).toEqual({
      ok: false,
      problem: 'environment must be one of 0, 1, 2',
    });
  });

  test('a stream takes up to 100 points at a time', () => {
    const points = (count: number) => Array.from({ length: count }, (_, t) => ({ t, x: 50 }));
    expect(read('hsp.add', { points: points(100) }).ok).toBe(true);
    expect(read('hsp.add', { points: points(101) })).toEqual({ ok: false, problem: 'points must be at most 100' });
  });

  test('a stream plays at a rate from 0.01 to 100, from a time that fits 32 bits', () => {
    const start = { start_time: 0, server_time: 0 };
    for (const name of ['hsp.play', 'hssp.play', 'stream.play', 'hsp.playbackrate'] as const) {
      for (const playback_rate of [0.01, 1, 16, 100]) expect(read(name, { ...start, playback_rate }).ok).toBe(true);
      const problemOf = (playback_rate: number) => read(name, { ...start, playback_rate });
      for (const tooSlow of [1e-9, Number.MIN_VALUE])
        expect(problemOf(tooSlow)).toEqual({ ok: false, problem: 'playback_rate must be at least 0.01' });
      for (const tooFast of [100.1, 1e9, 1e308])
        expect(problemOf(tooFast)).toEqual({ ok: false, problem: 'playback_rate must be at most 100' });
    }
    expect(read('hsp.play', { start_time: -1_000 }).ok).toBe(true);
    expect(read('hsp.play', { start_time: Number.MAX_SAFE_INTEGER })).toEqual({
      ok: false,
      problem: 'start_time must be at most 2147483647',
    });
    for (const name of ['hsp.synctime', 'hssp.synctime', 'stream.synctime'] as const)
      expect(read(name, { current_time: Number.MIN_SAFE_INTEGER, server_time: 0 })).toEqual({
        ok: false,
        problem: 'current_time must be at least -2147483648',
      });
    expect(read('hsp.add', { points: [{ t: 2 ** 32, x: 0 }] })).toEqual({
      ok: false,
      problem: 'points.0.t must be at most 4294967295',
    });
  });

  test('where a field is given under two names, the name of the contract counts', () => {
    const both = { startTime: 1, start_time: 2 };
    expect(read('hsp.play', both)).toMatchObject({ ok: true, input: { start_time: 2 } });
  });

  test('unknown fields are dropped, in objects inside it too', () => {
    const add = { points: [], wings: 2 };
    const { input } = read('hsp.play', { start_time: 0, add, colour: 'red' }) as { input: object };
    expect(input).not.toHaveProperty('colour');
    expect(input).toMatchObject({ add: { points: [], flush: false } });
    expect(input).not.toHaveProperty('add.wings');
  });

  test('the text names a field whose schema has no text of its own', () => {
    const row = (input: z.core.$ZodType) => definePutEndpoint('/x', { motion: 'none', input, result: z.literal('ok') });
    const problemOf = (input: z.core.$ZodType, raw: unknown) => readInput(row(input), raw);
    expect(problemOf(z.object({ n: z.number().check(z.multipleOf(5)) }), { n: 3 })).toEqual({
      ok: false,
      problem: 'n is not valid',
    });
    expect(problemOf(z.object({ n: z.number().check(z.lt(5)) }), { n: 5 })).toEqual({
      ok: false,
      problem: 'n must be below 5',
    });
    expect(problemOf(z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]), {})).toEqual({
      ok: false,
      problem: 'The request is not valid',
    });
  });
});

describe('addresses', () => {
  test('a connection key is 5 to 64 letters and digits', () => {
    expect(['abcde', 'A'.repeat(64), 'DemoHandy1'].every(isConnectionKey)).toBe(true);
    expect(['abcd', 'A'.repeat(65), 'abc-de', '', 'chref:abcde'].some(isConnectionKey)).toBe(false);
  });

  test('a channel is recognised by its prefix', () => {
    expect(['chref:abcde', 'chref::abcde'].every(isChannelReference)).toBe(true);
    expect(['abcde', 'chref:abc', 'chref:', 'chref:a b c d e'].some(isChannelReference)).toBe(false);
  });
});

test('the device answers some calls, the cloud the others', () => {
  expect((['hamp.start', 'hsp.play', 'ota.progress'] as const).every(isDeviceCall)).toBe(true);
  expect((['hssp.play', 'ota.latest', 'utils.servertime'] as const).some((name) => isDeviceCall(name))).toBe(false);
});

test('a refusal is an error that has its kind', () => {
  const refusal = new DeviceRefusal(errorKinds.sliderBlocked);
  expect(refusal).toMatchObject({ name: 'DeviceRefusal', message: 'Slider blocked', kind: { code: 100_006 } });
});

describe('reading answers in a form that the vendor documents beside another', () => {
  const result = (name: CallName, raw: unknown) => z.safeParse(endpointOf(name).readableResult, raw).data;

  test('the number of an environment may be a text', () => {
    expect(result('system.environment', { environment: '2' })).toEqual({ environment: 2 });
    for (const environment of ['', ' ', '9', 'staging', null])
      expect(result('system.environment', { environment })).toBeUndefined();
  });

  test('the end of the slider may be named x_limit_end', () => {
    const zeros = Object.keys(sliderSettingsSchema.shape).map((name) => [name, 0] as const);
    const flags = { overclock_enabled: false, x_inverse_motor: false, x_inverse_hall: true };
    const others = { ...Object.fromEntries(zeros.filter(([name]) => name !== 'x_limit_stop')), ...flags };
    expect(result('info.sliderSettings', { ...others, x_limit_end: 110 })).toEqual({ ...others, x_limit_stop: 110 });
    expect(result('info.sliderSettings', { ...others, x_limit_stop: 7, x_limit_end: 110 })).toEqual({
      ...others,
      x_limit_stop: 7,
    });
    expect(result('info.sliderSettings', others)).toBeUndefined();
  });
});

describe('decoding events', () => {
  test.each(['device_mode_changed', 'mode_changed'])('the change of mode may be named %s', (name) => {
    const payload = { connection_key: 'Abcde123', data: { mode: 4, mode_session_id: 7 } };
    const event = { name: 'mode_changed', data: { mode: 4, mode_session_id: 7 }, connectionKey: 'Abcde123' };
    expect(decodeEvent(name, JSON.stringify(payload))).toEqual(event);
    expect(decodeEvent(undefined, JSON.stringify({ id: '1', type: name, data: payload }))).toEqual(event);
  });

  test('a frame without a name, or with a payload that does not fit, decodes to no event', () => {
    expect(decodeEvent(undefined, '{"data":{}}')).toBeUndefined();
    expect(decodeEvent(undefined, '{"type":5}')).toBeUndefined();
    expect(decodeEvent('battery_changed', '{"connection_key":"k","data":7}')).toBeUndefined();
    expect(decodeEvent('battery_changed', '{"connection_key":"k"}')).toBeUndefined();
    expect(decodeEvent('battery_changed', '')).toBeUndefined();
    expect(decodeEvent('battery_changed', 'null')).toBeUndefined();
  });

  test('a payload nested more than twice decodes to no event', () => {
    const deep = (depth: number): object =>
      depth === 0 ? { level: 0.5 } : { connection_key: 'k', data: deep(depth - 1) };
    expect(decodeEvent('battery_changed', JSON.stringify(deep(2)))?.data).toEqual({ level: 0.5 });
    expect(decodeEvent('battery_changed', JSON.stringify(deep(9)))).toBeUndefined();
  });

  test('a payload without required fields is found in the innermost wrapper too', () => {
    const gone = { session_id: '01A', reason: 'lost' };
    for (const frame of [
      { connection_key: 'K', data: gone },
      { connection_key: 'K', data: { data: gone } },
      { data: { connection_key: 'K', data: { data: gone } } },
    ])
      expect(decodeEvent('device_disconnected', JSON.stringify(frame))).toMatchObject({
        connectionKey: 'K',
        data: gone,
      });
    const there = { connected: false };
    expect(decodeEvent('device_connected', JSON.stringify({ data: { data: there } }))?.data).toMatchObject(there);
    expect(decodeEvent('low_memory_warning', '{"available_heap":7,"data":{}}')?.data).toEqual({ available_heap: 7 });
    expect(decodeEvent('low_memory_warning', '{"data":{"available_heap":"all"}}')?.data).toEqual({});
  });

  test('an unnamed frame may end at its wrapper where the event has no payload', () => {
    expect(decodeEvent(undefined, '{"id":"1","type":"temp_ok"}')).toMatchObject({ name: 'temp_ok' });
  });
});
