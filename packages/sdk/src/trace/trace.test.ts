import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createTrace, type TraceEntry } from './trace.ts';

test('entries are numbered, timed, passed to the listener, and free of secrets', () => {
  const time = createFakeTime();
  const received: TraceEntry[] = [];
  const trace = createTrace({ time, secrets: () => ['DemoHandy1'], onEntry: (entry) => received.push(entry) });
  time.advance(5);
  expect(trace.note({ kind: 'unhandled', what: 'odd', data: { key: 'DemoHandy1' } })).toBe(1);
  trace.note({ kind: 'command', call: 'hamp.start', input: {} });
  expect(received).toEqual([
    { seq: 1, atMs: 1_700_000_000_005, kind: 'unhandled', what: 'odd', data: { key: '***' } },
    { seq: 2, atMs: 1_700_000_000_005, kind: 'command', call: 'hamp.start', input: {} },
  ]);
  expect(trace.entries()).toEqual(received);
});

test('only the newest entries are stored', () => {
  const trace = createTrace({ time: createFakeTime(), secrets: () => [], capacity: 10 });
  for (let index = 0; index < 95; index++) trace.note({ kind: 'stream', what: 'open', message: '' });
  expect(trace.entries().map(({ seq }) => seq)).toEqual([86, 87, 88, 89, 90, 91, 92, 93, 94, 95]);
});
