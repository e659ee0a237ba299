import { expect, test } from 'vitest';
import { initialState } from './device-state.ts';
import { createDeviceStore } from './device-store.ts';
import { persistState, readLatestConnectionKey, readStoredState, type StoragePort } from './stored-state.ts';

function memory(entries: Record<string, string> = {}): StoragePort & { entries: Record<string, string> } {
  return {
    entries,
    getItem: (name) => entries[name] ?? null,
    setItem: (name, value) => {
      entries[name] = value;
    },
  };
}

const refusing: StoragePort = {
  getItem: () => {
    throw new Error('SecurityError');
  },
  setItem: () => {
    throw new Error('QuotaExceededError');
  },
};

const info = { fw_status: 0, fw_version: '4.1.1', hw_model_no: 0, session_id: '01HZ0001' } as const;

test('slow facts are stored under the key, and the key as the latest', () => {
  const storage = memory();
  const store = createDeviceStore({ now: () => 0, onChange: () => undefined });
  persistState(store.view, storage, () => undefined);
  store.patch({ connectionKey: 'DemoHandy1' });
  store.patch({ info, connected: true, session_id: '01HZ0001' });
  store.patch({ slider: { ...initialState.slider, min: 0.2, min_absolute: 20 } });
  store.patch({
    clockSync: { ...initialState.clockSync, synced: true, rtd: 20, clockOffset: 5, lastClockSync: 1_000 },
  });

  expect(readLatestConnectionKey(storage)).toBe('DemoHandy1');
  const remembered = readStoredState(storage, 'DemoHandy1');
  expect(remembered).toMatchObject({
    info,
    slider: { min: 0.2, max: 1, min_absolute: 20 },
    clockSync: { synced: true, rtd: 20, clockOffset: 5, lastClockSync: 1_000 },
  });
  expect(remembered).not.toHaveProperty('connected');
  expect(remembered).not.toHaveProperty('session_id');
  expect(readStoredState(storage, 'Another1')).toEqual({});
  store.patch({ ...initialState, connectionKey: 'DemoOh0001' });
  expect(readLatestConnectionKey(storage)).toBe('DemoOh0001');
});

test('each key has its own facts; the activity of its device is never stored, nor read if another program stored it', () => {
  const storage = memory();
  const store = createDeviceStore({ now: () => 0, onChange: () => undefined });
  persistState(store.view, storage, () => undefined);
  for (const [connectionKey, fw_version] of [
    ['DemoHandy1', '4.1.1'],
    ['DemoHandy2', '4.2.0'],
  ] as const) {
    store.patch({ ...initialState, connectionKey });
    const hamp = { ...initialState.hamp, play_state: 1, velocity: 0.4321 } as const;
    store.patch({ mode: 0, hamp, ota: { ...initialState.ota, ongoing: true }, info: { ...info, fw_version } });
  }
  expect(Object.keys(storage.entries).sort()).toEqual([
    'tactus.device.DemoHandy1',
    'tactus.device.DemoHandy2',
    'tactus.device.latest',
  ]);
  expect(JSON.stringify(storage.entries)).not.toMatch(/0\.4321|play_state|ongoing/);
  expect(['DemoHandy1', 'DemoHandy2'].map((key) => readStoredState(storage, key).info?.fw_version)).toEqual([
    ...['4.1.1', '4.2.0'],
  ]);
  expect(readLatestConnectionKey(storage)).toBe('DemoHandy2');
  const name = 'tactus.device.DemoHandy1';
  storage.entries[name] = JSON.stringify({
    ...JSON.parse(storage.entries[name] ?? ''),
    hamp: { play_state: 1 },
    mode: 0,
  });
  expect(readStoredState(storage, 'DemoHandy1')).not.toHaveProperty('hamp');
  expect(readStoredState(storage, 'DemoHandy1')).not.toHaveProperty('mode');
});

test('reading any stored text returns the usable part and never throws', () => {
  for (const text of ['', 'not json', '[]', '{"version":99}', 'null'])
    expect(readStoredState(memory({ 'tactus.device.DemoHandy1': text }), 'DemoHandy1')).toEqual({});
  const half = memory({
    'tactus.device.DemoHandy1': JSON.stringify({ version: 1, info: { a: 1 }, capabilities: { slider: 1 } }),
  });
  expect(readStoredState(half, 'DemoHandy1')).toMatchObject({ info: undefined, capabilities: { slider: 1 } });
  expect(readStoredState(refusing, 'DemoHandy1')).toEqual({});
  expect(readStoredState(undefined, 'DemoHandy1')).toEqual({});
  expect(readLatestConnectionKey(memory({ 'tactus.device.latest': '5' }))).toBeUndefined();
  expect(readLatestConnectionKey(refusing)).toBeUndefined();
});

test('a storage that refuses a write is reported, without other effects', () => {
  const errors: unknown[] = [];
  const store = createDeviceStore({ now: () => 0, onChange: () => undefined });
  persistState(store.view, refusing, (error) => errors.push(error));
  store.patch({ connectionKey: 'DemoHandy1' });
  expect(errors).toHaveLength(1);
  expect(store.get().connectionKey).toBe('DemoHandy1');
});
