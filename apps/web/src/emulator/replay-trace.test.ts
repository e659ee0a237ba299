import type { TraceEntry, TraceExport } from '@tactus/sdk';
import { replayTraceState } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { replayTrace } from './replay-trace.ts';

const START = 1_700_000_000_000;
const HANDY = { modelNo: 0, firmware: '4.1.1' };

/** A trace of facts, half a second apart. */
function traceOf(...facts: readonly object[]): TraceExport {
  const entries = facts.map((fact, index) => ({ seq: index + 1, atMs: START + index * 500, ...fact }) as TraceEntry); // facts of entries
  return { format: 'tactus-trace', version: 1, exportedAtMs: START + facts.length * 500, entries };
}

const command = (call: string, input: object = {}) => ({ kind: 'command', call, input });
const event = (name: string, data?: unknown) => ({ kind: 'event', name, data });

test('commands are sent at their moments, and the device reports their effects', async () => {
  const { entries, left } = await replayTrace(
    traceOf(command('hamp.start'), command('hamp.velocity', { velocity: 0.6 }), command('hsp.setup', { stream_id: 7 })),
    HANDY,
  );
  const state = replayTraceState(entries);
  expect(left).toEqual([]);
  expect(state).toMatchObject({ mode: 4, connected: true, hamp: { play_state: 0 }, hsp: { stream_id: 7 } });
  const velocity = entries.find((entry) => entry.kind === 'command' && entry.call === 'hamp.velocity');
  expect(velocity?.atMs).toBe(START + 500);
});

test('a fault is caused where the recording has one, and ends the motion as recorded', async () => {
  const { entries } = await replayTrace(
    traceOf(command('hamp.start'), event('slider_blocked'), command('hamp.start'), event('low_memory_warning', {})),
    HANDY,
  );
  expect(replayTraceState(entries)).toMatchObject({
    hamp: { play_state: 0 },
    trouble: { sliderBlocked: true, lowMemory: true, motorHot: false },
  });
  expect(entries.some((entry) => entry.kind === 'failure' && entry.code === 'refused')).toBe(true);
});

test('a lost and found device, heat, a battery and a button are replayed too', async () => {
  const { entries } = await replayTrace(
    traceOf(
      event('temp_high'),
      event('temp_ok'),
      event('battery_changed', { level: 0.3, charger_connected: false }),
      event('button_event', { button: 2, event: 2 }),
      event('device_disconnected', { reason: 'lost' }),
      event('device_connected', { connected: true }),
    ),
    { modelNo: 4, firmware: '4.1.1' },
  );
  const state = replayTraceState(entries);
  expect(state).toMatchObject({ connected: true, trouble: { motorHot: false }, lastButtonEvent: { button: 2 } });
  expect(state.battery?.level).toBeCloseTo(0.3, 1);
  const names = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.name] : []));
  expect(names).toEqual(expect.arrayContaining(['temp_high', 'temp_ok', 'device_disconnected', 'device_connected']));
});

test('it begins where the recording began, and lists which calls a device alone cannot answer', async () => {
  const { entries, left } = await replayTrace(
    traceOf(
      command('slider.stroke'),
      { kind: 'answer', of: 1, tookMs: 9, result: { min: 0.25, max: 0.75, min_absolute: 27, max_absolute: 82 } },
      command('hamp.state'),
      { kind: 'answer', of: 3, tookMs: 9, result: { play_state: 1, velocity: 0.4, direction: true } },
      command('hssp.setup', { url: 'https://scripts.invalid/a.csv' }),
    ),
    { modelNo: undefined, firmware: 'unknown' },
  );
  expect(left).toEqual(['hssp.setup']);
  expect(replayTraceState(entries)).toMatchObject({
    hamp: { play_state: 1, velocity: 0.4 },
    slider: { min: 0.25, max: 0.75 },
  });
});

test('commands of another app are sent too, inferred from the device’s reports in the recording', async () => {
  const { entries } = await replayTrace(
    traceOf(
      event('hamp_state_changed', { play_state: 1, velocity: 0.3, direction: true }),
      event('stroke_changed', { min: 0.2, max: 0.6, min_absolute: 22, max_absolute: 66 }),
    ),
    HANDY,
  );
  expect(replayTraceState(entries)).toMatchObject({
    hamp: { play_state: 1, velocity: 0.3 },
    slider: { min: 0.2, max: 0.6 },
  });
});

test('an empty recording is a device at rest', async () => {
  const { entries } = await replayTrace(traceOf(), HANDY);
  expect(replayTraceState(entries)).toMatchObject({ connected: true, hamp: { play_state: 0 } });
});
