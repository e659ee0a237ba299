import { createStore, type StoreApi } from 'zustand/vanilla';
import { settingsForDevice } from './device-rules.ts';
import { isPersistent, type KeyValueStorage } from './key-value-storage.ts';
import type { Settings } from './schema.ts';
import { SETTINGS_STORAGE_KEY } from './settings-key.ts';
import { formatStoredSettings, readSettings } from './stored-settings.ts';

/** The start of the keys under which partly unreadable texts are stored: `.1`, `.2` … @internal */
export const UNREADABLE_SETTINGS_KEY = 'tactus.settings.aside';

/** The person's settings: read at the start, written at every change. */
export interface SettingsStore {
  readonly state: StoreApi<Settings>;
  /** Whether the browser stores changes. */
  readonly isSaved: StoreApi<boolean>;
  /** Changes some settings. */
  update(change: Partial<Settings>): void;
  /** Chooses a device and the settings that depend on it. Throws 'Unknown device' for any other name than the two. */
  chooseDevice(name: string): void;
  /** Takes over the settings that another tab stored. */
  reload(): void;
}

/** Opens the settings. Never throws: a storage that refuses to write is logged once. */
export function createSettingsStore(from: {
  storage: KeyValueStorage;
  log: { warn(text: string, cause?: unknown): void };
}): SettingsStore {
  const { storage, log } = from;
  let mayWrite = true;
  let { settings: first, stored } = read();
  const isSaved = createStore<boolean>()(() => isPersistent(storage) && mayWrite);
  const state = createStore<Settings>()(() => first);

  function read() {
    const text = storage.getItem(SETTINGS_STORAGE_KEY);
    const found = readSettings(text);
    if (found.incomplete && text !== null) {
      log.warn('Some stored settings could not be read; they are set aside');
      mayWrite = setAside(storage, text);
    }
    return found;
  }

  function update(change: Partial<Settings>) {
    state.setState(change);
    if (!mayWrite) {
      isSaved.setState(false, true);
      return;
    }
    try {
      storage.setItem(SETTINGS_STORAGE_KEY, formatStoredSettings(state.getState(), stored));
      isSaved.setState(isPersistent(storage), true);
    } catch (error) {
      if (isSaved.getState()) log.warn('The browser does not store settings', error);
      isSaved.setState(false, true);
    }
  }

  return {
    ...{ state, isSaved, update },
    chooseDevice: (name) => update(settingsForDevice(name)),
    reload() {
      ({ settings: first, stored } = read());
      isSaved.setState(isPersistent(storage) && mayWrite, true);
      state.setState(first, true);
    },
  };
}

/** Stores a copy of a partly unreadable text. False where the storage is full: then the original must not be overwritten. */
function setAside(storage: KeyValueStorage, text: string): boolean {
  for (let number = 1; ; number++) {
    const stored = storage.getItem(`${UNREADABLE_SETTINGS_KEY}.${number}`);
    if (stored === text) return true;
    if (stored !== null) continue;
    try {
      storage.setItem(`${UNREADABLE_SETTINGS_KEY}.${number}`, text);
      return true;
    } catch {
      return false;
    }
  }
}
