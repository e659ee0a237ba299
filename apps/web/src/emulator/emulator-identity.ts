import { fieldsOf, parseJson } from '@tactus/protocol';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';
import type { EmulatorIdentity } from './worker-messages.ts';

/** The storage key of the identity of this browser's own virtual device. @internal */
export const EMULATOR_STORAGE_KEY = 'tactus.emulator';

const VERSION = 1;
const MODELS: readonly EmulatorIdentity['model'][] = ['handy', 'handy-1.2', 'handy-2', 'handy-2-pro', 'oh'];

/** Reads the identity. Never throws; undefined where none is stored or it is invalid. */
export function readEmulatorIdentity(storage: KeyValueStorage): EmulatorIdentity | undefined {
  const stored = parseJson(storage.getItem(EMULATOR_STORAGE_KEY) ?? '');
  const { version, connectionKey, secret, model } = fieldsOf(stored);
  const known = MODELS.find((one) => one === model);
  if (version !== VERSION || typeof connectionKey !== 'string' || typeof secret !== 'string' || !known)
    return undefined;
  return { connectionKey, secret, model: known };
}

/** Stores the identity. In a browser that refuses to store it, the next visit makes another device. */
export function saveEmulatorIdentity(storage: KeyValueStorage, identity: EmulatorIdentity): void {
  try {
    storage.setItem(EMULATOR_STORAGE_KEY, JSON.stringify({ version: VERSION, ...identity }));
  } catch {
    storage.removeItem(EMULATOR_STORAGE_KEY);
  }
}
