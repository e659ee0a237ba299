import { expect, test } from 'vitest';
import { setUpDevice } from '../testing/scripted-device.ts';
import { readTraceExport } from './export.ts';

test('a trace is exported as versioned plain data without keys, and read back as it was', async () => {
  const { device, time, connectFully } = setUpDevice();
  await connectFully();
  const exported = device.trace.export();
  expect(exported).toMatchObject({ format: 'tactus-trace', version: 1, exportedAtMs: time.now() });
  expect(exported.entries.length).toBe(device.trace.entries().length);
  const text = JSON.stringify(exported);
  expect(text).not.toMatch(/DemoHandy1|application-1/);
  expect(readTraceExport(text)).toEqual(exported);
  expect(readTraceExport(JSON.parse(text))).toEqual(exported);
  device.close();
});

test('any other document reads as undefined', () => {
  for (const raw of ['', '{', 'null', '[]', '{"format":"tactus-trace","version":2,"exportedAtMs":1,"entries":[]}', 7])
    expect(readTraceExport(raw)).toBeUndefined();
  const unknownKind = {
    format: 'tactus-trace',
    version: 1,
    exportedAtMs: 1,
    entries: [{ kind: 'x', seq: 1, atMs: 1 }],
  };
  expect(readTraceExport(unknownKind)).toBeUndefined();
});
