import { initialState, type TraceEntry, type TraceExport } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { readFlightRecording, toFlightRecording } from './flight.ts';
import { compareStates, stableFactsOf } from './state-facts.ts';

const entry: TraceEntry = {
  seq: 1,
  atMs: 1,
  kind: 'event',
  name: 'slider_blocked',
  data: undefined,
  causedBy: undefined,
};
const trace: TraceExport = { format: 'tactus-trace', version: 1, exportedAtMs: 5, entries: [entry] };
const info = { fw_status: 0, fw_version: '4.1.1', hw_model_no: 4, session_id: 's' } as const;

test('a recording is read back as it was saved, with its device and cloud', () => {
  const flight = toFlightRecording({ trace, info, features: { leases: true, resume: false } });
  expect(flight).toMatchObject({ device: { modelNo: 4, firmware: '4.1.1' }, features: ['leases'] });
  expect(readFlightRecording(JSON.stringify(flight))).toMatchObject({ device: flight.device, features: ['leases'] });
  expect(readFlightRecording(JSON.stringify(flight))?.trace.entries).toMatchObject([{ name: 'slider_blocked' }]);
});

test('a bare trace is read too; anything else is refused, and a damaged head loses only its own facts', () => {
  expect(readFlightRecording(JSON.stringify(trace))).toMatchObject({ device: {}, trace: { exportedAtMs: 5 } });
  for (const text of ['', '{', '[]', '7', '{"format":"tactus-flight","version":2}', '{"format":"other"}'])
    expect(readFlightRecording(text)).toBeUndefined();
  const odd = { format: 'tactus-flight', version: 1, device: { modelNo: 'x' }, features: [1, 'leases'], trace };
  expect(readFlightRecording(JSON.stringify(odd))).toMatchObject({ device: {}, features: ['leases'] });
});

test('two states are compared fact by fact, without facts that change by themselves', () => {
  const other = {
    ...initialState,
    trouble: { ...initialState.trouble, sliderBlocked: true },
    hsp: { ...initialState.hsp, current_time: 4_711 },
  };
  const compared = compareStates(initialState, other);
  expect(compared.filter(({ same }) => !same).map(({ name }) => name)).toEqual(['trouble']);
  expect(compared.map(({ name }) => name)).toEqual(stableFactsOf(initialState).map(({ name }) => name));
});
