import { anonymousId } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { type AlreadyTracked, type AnalyticsFacts, analyticsFor } from './device-analytics.ts';

const nothingTold: AlreadyTracked = { typedKey: undefined, identifiedKey: undefined, sessionId: undefined };
const info = (hwModelNo: number) => ({
  fw_status: 0 as const,
  fw_version: '4.0.19',
  hw_model_no: hwModelNo,
  hw_model_name: 'H01',
  session_id: '01A',
});
const connected = (changes: Partial<AnalyticsFacts> = {}): AnalyticsFacts => ({
  connectionKey: 'DemoHandy1',
  connected: true,
  session_id: '01A',
  info: info(0),
  ...changes,
});
const names = (state: AnalyticsFacts, tracked: AlreadyTracked) =>
  analyticsFor(state, tracked).events.map((event) => event.name);

test('a connected device of a new key gives identity, device properties, session start and the device type', () => {
  const analytics = analyticsFor(connected(), nothingTold);
  expect(analytics.events).toEqual([
    { name: 'identity', properties: { id: anonymousId('DemoHandy1') } },
    { name: 'device_properties', properties: { hwModelNr: 0, hwModelName: 'H01', fwVersion: '4.0.19' } },
    { name: 'sse_session_start', properties: { sessionId: '01A', hwModelNr: 0 } },
  ]);
  expect(analytics.device).toBe('The Handy');
  expect(analyticsFor(connected({ info: info(1) }), nothingTold).device).toBe('Oh');
});

test('nothing is tracked twice', () => {
  const { tracked } = analyticsFor(connected(), nothingTold);
  const again = analyticsFor(connected(), tracked);
  expect(again.events).toEqual([]);
  expect(again.device).toBeUndefined();
});

test('the key that was stored at the start sets no device type: the person may have chosen otherwise since', () => {
  const analytics = analyticsFor(connected(), { ...nothingTold, typedKey: 'DemoHandy1' });
  expect(analytics.device).toBeUndefined();
  expect(analytics.events.map((event) => event.name)).toContain('identity');
});

test('a changed key while connected sets the device type and the identity again', () => {
  const { tracked } = analyticsFor(connected(), nothingTold);
  const analytics = analyticsFor(connected({ connectionKey: 'DemoOh0001', info: info(1) }), tracked);
  expect(analytics.device).toBe('Oh');
  expect(analytics.events[0]).toEqual({ name: 'identity', properties: { id: anonymousId('DemoOh0001') } });
});

test('a disconnect resets the identity, once; coming back tells it again', () => {
  const { tracked } = analyticsFor(connected(), nothingTold);
  const gone = analyticsFor(connected({ connected: false }), tracked);
  expect(gone.events).toEqual([{ name: 'reset', properties: {} }]);
  expect(names(connected({ connected: false }), gone.tracked)).toEqual([]);
  expect(names(connected(), gone.tracked)).toEqual(['identity', 'device_properties']);
});

test('a changed session is a session start', () => {
  const { tracked } = analyticsFor(connected(), nothingTold);
  expect(names(connected({ session_id: '01B' }), tracked)).toEqual(['sse_session_start']);
});

test('without info nothing is tracked yet', () => {
  expect(names(connected({ info: undefined }), nothingTold)).toEqual([]);
});

test('the anonymous id is the same for the same key, another for another, and holds nothing of the key', () => {
  expect(anonymousId('DemoHandy1')).toBe(anonymousId('DemoHandy1'));
  expect(anonymousId('DemoHandy1')).not.toBe(anonymousId('DemoHandy2'));
  expect(anonymousId('DemoHandy1')).toMatch(/^[0-9a-f]{10}$/);
});
