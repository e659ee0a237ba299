import type { Device, DeviceState } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { newSavedDevice } from '../../settings/saved-device.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { forgetDevice } from './forget-device.ts';

/** Two linked devices, the first of them in use, and what the SDK has stored of both. */
function setUp() {
  const storage = createMemoryStorage({
    'tactus.device.First01': '{}',
    'tactus.device.Second01': '{}',
    'tactus.device.latest': '"First01"',
  });
  const settings = createSettingsStore({ storage, log: { warn: () => undefined } });
  const linkedDevices = [newSavedDevice('First01'), newSavedDevice('Second01')];
  settings.update({ connectionKey: 'First01', linkedDevices });
  const store = createStore(() => ({ connectionKey: 'First01' as string | undefined }));
  // Only the key of its state is read.
  const device = { store: store as unknown as Device['store'] };
  return {
    settings,
    storage,
    forget: (key: string) => forgetDevice({ device, settings, storage }, key),
    report: (state: Pick<DeviceState, 'connectionKey'>) => store.setState(state),
    stored: () => ['First01', 'Second01', 'latest'].filter((name) => storage.getItem(`tactus.device.${name}`) !== null),
    keys: () => settings.state.getState().linkedDevices.map(({ connectionKey }) => connectionKey),
  };
}

test('a removed device leaves the list and the browser’s storage, and another one stays', () => {
  const { forget, stored, keys } = setUp();
  forget('Second01');
  expect([keys(), stored()]).toEqual([['First01'], ['First01', 'latest']]);
});

test('of the device in use, its state until it is released and its place as the latest are removed too', () => {
  const { settings, storage, forget, report, stored, keys } = setUp();
  forget('First01');
  expect([keys(), stored(), settings.state.getState().connectionKey]).toEqual([['Second01'], ['Second01'], 'Second01']);
  storage.setItem('tactus.device.First01', '{}');
  report({ connectionKey: 'First01' });
  expect(stored()).toEqual(['First01', 'Second01']);
  report({ connectionKey: undefined });
  expect(stored()).toEqual(['Second01']);
});

test('a device that is linked again later is stored again', () => {
  const { storage, forget, report, stored } = setUp();
  forget('First01');
  report({ connectionKey: undefined });
  report({ connectionKey: 'First01' });
  storage.setItem('tactus.device.First01', '{}');
  report({ connectionKey: 'Second01' });
  expect(stored()).toEqual(['First01', 'Second01']);
});
