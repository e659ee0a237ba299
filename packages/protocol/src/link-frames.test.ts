import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINK_FRAME_MAX_BYTES } from './api-limits.ts';
import { type CloudFrame, type DeviceFrame, decodeLinkFrame, encodeLinkFrame } from './link-frames.ts';
import { isFinalLinkRefusal, linkRefusals } from './link-refusals.ts';
import { readResult } from './result.ts';

const count = fc.nat();
const id = fc.integer({ min: 1, max: 2 ** 31 });
const shortText = fc.string({ minLength: 1, maxLength: 128 });
const key = fc.stringMatching(/^[a-zA-Z0-9]{5,64}$/);
const info = fc.record({
  fw_status: fc.constantFrom(0, 1, 2),
  fw_version: fc.string(),
  session_id: fc.string(),
});
const maybe = <T>(field: string, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof(
    fc.constant({}),
    arbitrary.map((value) => ({ [field]: value })),
  );
const event = fc.oneof(
  info.map((facts) => ({ name: 'device_connected', data: { connected: true, info: facts } })),
  fc.record({ code: fc.integer() }).map((data) => ({ name: 'device_error', data })),
  fc.constant({ name: 'temp_high' }),
);
const merged = (type: string, ...parts: fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((found) => Object.assign({ type }, ...found) as DeviceFrame | CloudFrame);

const frame: fc.Arbitrary<DeviceFrame | CloudFrame> = fc.oneof(
  merged(
    'hello',
    fc.record({ version: fc.constant(1), connectionKey: key, secret: shortText, position: count, seen: count }),
    maybe('info', info),
    maybe('session', shortText),
  ),
  merged('answer', fc.record({ id }), maybe('result', fc.jsonValue({ depthSize: 'small' }))),
  merged(
    'answer',
    fc
      .record({ id, error: fc.record({ code: fc.integer(), name: shortText, message: fc.string() }) })
      .map((f) => ({ ...f, error: { ...f.error, name: f.error.name.slice(0, 100) } })),
  ),
  merged('event', fc.record({ seq: id, event })),
  merged('gap', fc.record({ seq: id }), maybe('info', info)),
  merged('welcome', fc.record({ session: shortText, resumed: fc.boolean(), received: count, waiting: fc.array(id) })),
  merged('refused', fc.record({ code: shortText, message: fc.string() }), maybe('retryAfterMs', count)),
  merged('call', fc.record({ id, name: shortText }), maybe('input', fc.jsonValue({ depthSize: 'small' }))),
  merged('setClock', fc.record({ id, measured: fc.record({ clock_offset: fc.integer(), rtd: fc.integer() }) })),
  merged('install', fc.record({ id, firmware: fc.record({ version: fc.string(), feature_flags: fc.string() }) })),
  merged('ack', fc.record({ seq: count })),
  fc.constant({ type: 'ping' } as const),
  fc.constant({ type: 'pong' } as const),
);

test('decoding an encoded frame gives the same frame', () => {
  fc.assert(
    fc.property(frame, (written) => {
      const text = encodeLinkFrame(written);
      if (text === undefined) throw new Error('too large');
      expect(decodeLinkFrame(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('text that is no frame decodes to undefined and never throws', () => {
  const garbage = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string().map((type) => JSON.stringify({ type })),
    fc
      .dictionary(fc.constantFrom('type', 'id', 'seq', 'event', 'version', '__proto__'), fc.jsonValue())
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(garbage, (text) => {
      const read = decodeLinkFrame(text);
      expect(read === undefined || typeof read.type === 'string').toBe(true);
    }),
    { numRuns: 1_000 },
  );
  const none = [
    '',
    '{',
    'null',
    '[]',
    '{"type":"hamp"}',
    '{"type":"call","id":0,"name":"x"}',
    '{"type":"event","seq":-1}',
  ];
  for (const text of none) expect(decodeLinkFrame(text)).toBeUndefined();
});

test('an unknown event, or one with data of another type, still has its number counted', () => {
  const texts = [
    '{"type":"event","seq":4,"event":{"name":"from_the_future","data":1}}',
    '{"type":"event","seq":4,"event":{"name":"hamp_state_changed","data":"?"}}',
    '{"type":"event","seq":4}',
  ];
  for (const text of texts) expect(decodeLinkFrame(text)).toEqual({ type: 'event', seq: 4 });
});

test('a hello of another version is recognised, whatever its other fields', () => {
  const text = JSON.stringify({ type: 'hello', version: 2, credentials: [] });
  expect(decodeLinkFrame(text)).toEqual({ type: 'foreign-hello', version: 2 });
  expect(decodeLinkFrame('{"type":"hello","version":1}')).toBeUndefined();
});

test('a frame larger than the limit in bytes is not encoded', () => {
  const sized = (text: string) => encodeLinkFrame({ type: 'answer', id: 1, result: text });
  const frameBytes = '{"type":"answer","id":1,"result":""}'.length;
  expect(sized('x'.repeat(LINK_FRAME_MAX_BYTES - frameBytes))).toHaveLength(LINK_FRAME_MAX_BYTES);
  expect(sized('x'.repeat(LINK_FRAME_MAX_BYTES - frameBytes + 1))).toBeUndefined();
  expect(sized('€'.repeat(LINK_FRAME_MAX_BYTES / 3))).toBeUndefined();
});

test('each refusal has a code of its own, and an unknown code is not final', () => {
  const all = Object.values(linkRefusals);
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
  expect(new Set(all.map(({ closeCode }) => closeCode)).size).toBe(all.length);
  for (const { code, isFinal } of all) expect([code, isFinalLinkRefusal(code)]).toEqual([code, isFinal]);
  expect(isFinalLinkRefusal('from-the-future')).toBe(false);
});

test('a result is read by the schema of its call', () => {
  expect(readResult('hstp.setOffset', 'ok')).toEqual({ ok: true, result: 'ok' });
  expect(readResult('hstp.offset', { offset: 3, more: 1 })).toEqual({ ok: true, result: { offset: 3 } });
  expect(readResult('hstp.offset', { offset: '3' })).toEqual({ ok: false });
});
