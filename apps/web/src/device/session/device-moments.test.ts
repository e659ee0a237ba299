import { anonymousId } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { type MomentFacts, momentOf, type Told } from './device-moments.ts';

const nothingTold: Told = { typedKey: undefined, identifiedKey: undefined, sessionId: undefined };
const info = (hwModelNo: number) => ({
  fw_status: 0 as const,
  fw_version: '4.0.19',
  hw_model_no: hwModelNo,
  hw_model_name: 'H01',
  session_id: '01A',
});
const connected = (changes: Partial<MomentFacts> = {}): MomentFacts => ({
  connectionKey: 'DemoHandy1',
  connected: true,
  session_id: '01A',
  info: info(0),
  ...changes,
});
const names = (state: MomentFacts, told: Told) => momentOf(state, told).events.map((event) => event.name);

test('a connected device of a new key gives identity, device properties, session start and the device type', () => {
  const moment = momentOf(connected(), nothingTold);
  expect(moment.events).toEqual([
    { name: 'identity', properties: { id: anonymousId('DemoHandy1') } },
    { name: 'device_properties', properties: { hwModelNr: 0, hwModelName: 'H01', fwVersion: '4.0.19' } },
    { name: 'sse_session_start', properties: { sessionId: '01A', hwModelNr: 0 } },
  ]);
  expect(moment.device).toBe('The Handy');
  expect(momentOf(connected({ info: info(1) }), nothingTold).device).toBe('Oh');
});

test('nothing is told twice', () => {
  const { told } = momentOf(connected(), nothingTold);
  const again = momentOf(connected(), told);
  expect(again.events).toEqual([]);
  expect(again.device).toBeUndefined();
});

test('the key that was stored at the start sets no device type: the person may have chosen otherwise since', () => {
  const moment = momentOf(connected(), { ...nothingTold, typedKey: 'DemoHandy1' });
  expect(moment.device).toBeUndefined();
  expect(moment.events.map((event) => event.name)).toContain('identity');
});

test('a changed key while connected sets the device type and the identity again', () => {
  const { told } = momentOf(connected(), nothingTold);
  const moment = momentOf(connected({ connectionKey: 'DemoOh0001', info: info(1) }), told);
  expect(moment.device).toBe('Oh');
  expect(moment.events[0]).toEqual({ name: 'identity', properties: { id: anonymousId('DemoOh0001') } });
});

test('a disconnect resets the identity, once; coming back tells it again', () => {
  const { told } = momentOf(connected(), nothingTold);
  const gone = momentOf(connected({ connected: false }), told);
  expect(gone.events).toEqual([{ name: 'reset', properties: {} }]);
  expect(names(connected({ connected: false }), gone.told)).toEqual([]);
  expect(names(connected(), gone.told)).toEqual(['identity', 'device_properties']);
});

test('a changed session is a session start', () => {
  const { told } = momentOf(connected(), nothingTold);
  expect(names(connected({ session_id: '01B' }), told)).toEqual(['sse_session_start']);
});

test('without info nothing is told yet', () => {
  expect(names(connected({ info: undefined }), nothingTold)).toEqual([]);
});

test('the anonymous id is the same for the same key, another for another, and holds nothing of the key', () => {
  expect(anonymousId('DemoHandy1')).toBe(anonymousId('DemoHandy1'));
  expect(anonymousId('DemoHandy1')).not.toBe(anonymousId('DemoHandy2'));
  expect(anonymousId('DemoHandy1')).toMatch(/^[0-9a-f]{10}$/);
});
