import { type DeviceState, initialState } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { mayUpdateFirmware, resultOfPreUpdateCheck } from './pre-update-checks.ts';

const ready: DeviceState = {
  ...initialState,
  connectionKey: 'DemoHandy1',
  connected: true,
  sseConnected: true,
  session_id: '01A',
  interfaces: { ...initialState.interfaces, wifi: true },
};

describe('before an update', () => {
  test('a device that is online, on Wi-Fi, at rest and powered may be updated', () => {
    expect(mayUpdateFirmware({ ...ready, battery: { level: 0.5 } })).toBe(true);
  });

  test.each([
    ['online', { connected: false }],
    ['wifi', { interfaces: initialState.interfaces }],
    ['still', { hamp: { ...initialState.hamp, play_state: 1 } }],
    ['battery', { battery: { level: 0.29 } }],
  ] as const)('one that fails in "%s" may not', (name, changes) => {
    expect(resultOfPreUpdateCheck(name, { ...ready, ...changes })).toBe('no');
    expect(mayUpdateFirmware({ ...ready, ...changes })).toBe(false);
  });

  test('a low battery does not matter on the charger, and an unreported one does not block the update', () => {
    expect(resultOfPreUpdateCheck('battery', { ...ready, battery: { level: 0.1, charger_connected: true } })).toBe(
      'ok',
    );
    expect(resultOfPreUpdateCheck('battery', { ...ready, capabilities: { battery: false } })).toBe('ok');
    expect(resultOfPreUpdateCheck('battery', { ...ready, capabilities: { battery: true } })).toBe('unknown');
    expect(mayUpdateFirmware(ready)).toBe(true);
  });
});
