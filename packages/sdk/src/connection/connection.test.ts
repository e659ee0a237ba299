import { describe, expect, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { hasLegacyFirmware, hasSlider } from '../state/capability.ts';
import { connectionStatus } from '../state/connection-status.ts';
import {
  type ConnectionEvent,
  type ConnectionState,
  connectionEvents,
  connectionStates,
  stepConnection,
} from '../state/connection-table.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';
import { isCurrentOrLaterSession } from './apply-stream-event.ts';

describe('the connection table', () => {
  const BEGIN = 'CONNECTING: forgetSession, startTimer, openStream';
  const END = 'NOT_CONNECTING: cancelTimer, closeStream, giveUp';
  const everywhere = { connect: BEGIN, sessionChanged: BEGIN, refused: END, disconnect: END };

  /** Every event that changes a state; all others change nothing and have no effects. */
  const expected: Record<ConnectionState, Partial<Record<ConnectionEvent, string>>> = {
    NOT_CONNECTING: { ...everywhere, deviceConnected: 'GETTING_INFO: startTimer, readInfoUnlessKnown' },
    CONNECTING: {
      ...everywhere,
      deviceConnected: 'GETTING_INFO: readInfoUnlessKnown',
      timedOut: 'CONNECTING: flagTimeout',
    },
    GETTING_INFO: {
      ...everywhere,
      infoRead: 'SYNCING_CLOCK: syncClockUnlessValid',
      infoFailed: 'GETTING_INFO: retryInfo',
      deviceDisconnected: 'CONNECTING: ',
      timedOut: 'GETTING_INFO: flagTimeout',
    },
    SYNCING_CLOCK: {
      ...everywhere,
      clockSynced: 'NOT_CONNECTING: cancelTimer, finish',
      clockFailed: 'SYNCING_CLOCK: retryClock',
      deviceDisconnected: 'CONNECTING: ',
      timedOut: 'SYNCING_CLOCK: flagTimeout',
    },
  };

  const cells = connectionStates.flatMap((state) => connectionEvents.map((event) => [state, event] as const));

  test.each(cells)('%s on %s', (state, event) => {
    const { to, run } = stepConnection(state, event);
    expect(`${to}: ${run.join(', ')}`).toBe(expected[state][event] ?? `${state}: `);
  });

  test("the states from start to end are the specification's", () => {
    const way: ConnectionEvent[] = ['connect', 'deviceConnected', 'infoRead', 'clockSynced'];
    let state: ConnectionState = 'NOT_CONNECTING';
    const passed = way.map((event) => {
      state = stepConnection(state, event).to;
      return state;
    });
    expect(passed).toEqual(['CONNECTING', 'GETTING_INFO', 'SYNCING_CLOCK', 'NOT_CONNECTING']);
  });
});

describe('a session', () => {
  test('counts when it is the current one or a later one, in the order of texts', () => {
    expect(isCurrentOrLaterSession('01HZ0001', '01HZ0001')).toBe(true);
    expect(isCurrentOrLaterSession('01HZ0002', '01HZ0001')).toBe(true);
    expect(isCurrentOrLaterSession('01HZ0000', '01HZ0001')).toBe(false);
  });

  test('other than a text is compared as a number', () => {
    expect(isCurrentOrLaterSession(9, '10')).toBe(false);
    expect(isCurrentOrLaterSession(10, '10')).toBe(true);
  });

  test('that is unknown, or cannot be compared, counts', () => {
    expect(isCurrentOrLaterSession(undefined, '01HZ0001')).toBe(true);
    expect(isCurrentOrLaterSession('01HZ0001', undefined)).toBe(true);
    expect(isCurrentOrLaterSession(5, '01HZ0001')).toBe(true);
  });
});

test('the connection has one status for display', () => {
  const ready: DeviceState = {
    ...initialState,
    connectionKey: 'DemoHandy1',
    connected: true,
    sseConnected: true,
    session_id: '01HZ',
  };
  const word = (changes: Partial<DeviceState>) => connectionStatus({ ...ready, ...changes });
  expect(connectionStatus(initialState)).toBe('offline');
  expect(word({})).toBe('ready');
  expect(word({ connectionState: 'SYNCING_CLOCK' })).toBe('connecting');
  expect(word({ connectionState: 'CONNECTING', connectingTimeout: true })).toBe('lost');
  expect(word({ connectionState: 'CONNECTING', connectingTimeout: true, session_id: undefined })).toBe('offline');
  expect(word({ connected: false })).toBe('lost');
  expect(word({ sseConnected: false })).toBe('lost');
  expect(word({ connected: false, session_id: undefined })).toBe('offline');
  expect(word({ connected: false, keyUnknown: true })).toBe('unknown');
  expect(word({ sseConnected: false, rateLimitedUntil: 5 })).toBe('waiting');
  expect(word({ keyUnknown: true, refusal: new DeviceError('unauthenticated', 'Unauthenticated') })).toBe('refused');
});

describe('capabilities', () => {
  const facts = { fw_status: 0, fw_version: '4.1.1', session_id: '01HZ' } as const;

  test('a slider is known by the capabilities, or else by the model', () => {
    const bySlider = (slider: number) => hasSlider({ info: { ...facts, hw_model_no: 0 }, capabilities: { slider } });
    expect([0, 1, 2].map(bySlider)).toEqual([false, true, true]);
    const byModel = (hw_model_no: number) => hasSlider({ info: { ...facts, hw_model_no }, capabilities: undefined });
    expect([0, 1, 2, 3, 4, 5].map(byModel)).toEqual([true, false, true, true, true, false]);
  });

  test('firmware below 4 is legacy', () => {
    const legacy = (fw_version: string) => hasLegacyFirmware({ info: { ...facts, fw_version } });
    expect(['2.12.5', '3.2.3', '4.0.0', '4.1.1', '10.0.0'].map(legacy)).toEqual([true, true, false, false, false]);
  });
});
