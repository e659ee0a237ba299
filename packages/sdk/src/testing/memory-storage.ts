import type { StoragePort } from '../state/stored-state.ts';

/** Storage that ends with the program. */
export interface StorageInMemory extends StoragePort {
  /** What was stored, by name. */
  readonly entries: Map<string, string>;
}

/** An empty storage in memory, in the place of `localStorage`. */
export function memoryStorage(): StorageInMemory {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
  };
}
