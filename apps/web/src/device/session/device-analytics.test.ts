import { anonymousIdOfKey } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { type AlreadyTracked, type DeviceAnalyticsFacts, deviceAnalyticsEffects } from './device-analytics.ts';

const nothingTracked: AlreadyTracked = { typedKey: undefined, identifiedKey: undefined, sessionId: undefined };
const info = (hwModelNo: number) => ({
  fw_status: 0 as const,
  fw_version: '4.0.19',
  hw_model_no: hwModelNo,
  hw_model_name: 'H01',
  session_id: '01A',
});
const connected = (changes: Partial<DeviceAnalyticsFacts> = {}): DeviceAnalyticsFacts => ({
  connectionKey: 'DemoHandy1',
  connected: true,
  session_id: '01A',
  info: info(0),
  ...changes,
});
const names = (state: DeviceAnalyticsFacts, tracked: AlreadyTracked) =>
  deviceAnalyticsEffects(state, tracked).events.map((event) => event.name);

test('a connected device of a new key sets identity, device properties, session start and the device type', () => {
  const analytics = deviceAnalyticsEffects(connected(), nothingTracked);
  expect(analytics.events).toEqual([
    { name: 'identity', properties: { id: anonymousIdOfKey('DemoHandy1') } },
    { name: 'device_properties', properties: { hwModelNr: 0, hwModelName: 'H01', fwVersion: '4.0.19' } },
    { name: 'sse_session_start', properties: { sessionId: '01A', hwModelNr: 0 } },
  ]);
  expect(analytics.device).toBe('The Handy');
  const ofOh = deviceAnalyticsEffects(connected({ info: info(1) }), nothingTracked);
  expect(ofOh.device).toBe('Oh');
  expect(ofOh.events[2]?.properties).toEqual({ sessionId: '01A', hwModelNr: 1 });
});

test('nothing is tracked twice', () => {
  const { tracked } = deviceAnalyticsEffects(connected(), nothingTracked);
  const again = deviceAnalyticsEffects(connected(), tracked);
  expect(again.events).toEqual([]);
  expect(again.device).toBeUndefined();
});

test('the key stored at the start sets no device type: the person may have chosen another since', () => {
  const analytics = deviceAnalyticsEffects(connected(), { ...nothingTracked, typedKey: 'DemoHandy1' });
  expect(analytics.device).toBeUndefined();
  expect(analytics.events.map((event) => event.name)).toContain('identity');
});

test('a changed key while connected sets the device type and the identity again', () => {
  const { tracked } = deviceAnalyticsEffects(connected(), nothingTracked);
  const analytics = deviceAnalyticsEffects(connected({ connectionKey: 'DemoOh0001', info: info(1) }), tracked);
  expect(analytics.device).toBe('Oh');
  expect(analytics.events).toEqual([
    { name: 'identity', properties: { id: anonymousIdOfKey('DemoOh0001') } },
    { name: 'device_properties', properties: { hwModelNr: 1, hwModelName: 'H01', fwVersion: '4.0.19' } },
  ]);
  expect(deviceAnalyticsEffects(connected(), analytics.tracked).device).toBe('The Handy');
});

test('a disconnect resets the identity, once; a reconnect sets it again', () => {
  const { tracked } = deviceAnalyticsEffects(connected(), nothingTracked);
  const gone = deviceAnalyticsEffects(connected({ connected: false }), tracked);
  expect(gone.events).toEqual([{ name: 'reset', properties: {} }]);
  expect(names(connected({ connected: false }), gone.tracked)).toEqual([]);
  expect(names(connected(), gone.tracked)).toEqual(['identity', 'device_properties']);
});

test('a changed session is a session start', () => {
  const { tracked } = deviceAnalyticsEffects(connected(), nothingTracked);
  expect(names(connected({ session_id: '01B' }), tracked)).toEqual(['sse_session_start']);
});

test('without info nothing is tracked yet', () => {
  expect(names(connected({ info: undefined }), nothingTracked)).toEqual([]);
});

test('the anonymous id is the same for the same key, differs for another key, and contains no part of the key', () => {
  expect(anonymousIdOfKey('DemoHandy1')).toBe(anonymousIdOfKey('DemoHandy1'));
  expect(anonymousIdOfKey('DemoHandy1')).not.toBe(anonymousIdOfKey('DemoHandy2'));
  expect(anonymousIdOfKey('DemoHandy1')).toMatch(/^[0-9a-f]{10}$/);
});
