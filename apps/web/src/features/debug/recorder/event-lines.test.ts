import type { TraceEntry } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { eventLineOf, filterTraceEntries } from './event-lines.ts';

const at = { atMs: 1 };
const entries: readonly TraceEntry[] = [
  { ...at, seq: 1, kind: 'command', call: 'hamp.start', input: {} },
  { ...at, seq: 2, kind: 'answer', of: 1, tookMs: 12.4, result: 'ok' },
  { ...at, seq: 3, kind: 'failure', of: 1, tookMs: 5_000, code: 'timeout', message: 'No answer' },
  { ...at, seq: 4, kind: 'event', name: 'slider_blocked', data: undefined, causedBy: 1 },
  { ...at, seq: 5, kind: 'unhandled', what: 'odd_event', data: { long: 'x'.repeat(500) } },
  { ...at, seq: 6, kind: 'transition', from: 'CONNECTING', event: 'deviceConnected', to: 'GETTING_INFO' },
  { ...at, seq: 7, kind: 'stream', what: 'error', message: 'cut' },
  { ...at, seq: 8, kind: 'clock-sample', rtdMs: 41.25, offsetMs: -3 },
];

test('every kind of entry is a line with its sign', () => {
  expect(entries.map(eventLineOf).map(({ sign, what }) => `${sign} ${what}`)).toEqual([
    '→ hamp.start',
    '← #1',
    '✕ #1',
    '• slider_blocked',
    '· odd_event',
    '· deviceConnected',
    '· stream error',
    '· clock',
  ]);
  expect(entries.map(eventLineOf).map(({ detail }) => detail.slice(0, 32))).toEqual([
    '{}',
    '12 ms "ok"',
    '5000 ms timeout: No answer',
    ' ← #1',
    `{"long":"${'x'.repeat(23)}`,
    'CONNECTING → GETTING_INFO',
    'cut',
    '41.3 ms, -3.0 ms',
  ]);
});

test.each([
  ['all', '', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['commands', '', [1, 2, 3]],
  ['events', '', [4, 5]],
  ['connection', '', [6, 7]],
  ['clock', '', [8]],
  ['all', ' SLIDER ', [4]],
  ['commands', 'slider', []],
] as const)('of the kind %s with "%s" in it there are %j', (kind, text, expected) => {
  expect(filterTraceEntries(entries, { kind, text }).map(({ seq }) => seq)).toEqual(expected);
});
