import { onTestFinished, vi } from 'vitest';
import type { LibraryEntry } from '../library-record.ts';
import type { LibraryDatabase } from '../library-table.ts';

/** The part of a database that the library uses, in memory. */
export function databaseOf(entries: readonly LibraryEntry[]) {
  // It only reads the records behind a key.
  vi.stubGlobal('IDBKeyRange', { lowerBound: (key: string) => key });
  onTestFinished(() => void vi.unstubAllGlobals());
  const tables = new Map<string, Map<string, unknown>>();
  const tableOf = (name: string) => {
    const table = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, table);
    // The handles of a test have their file in a function, which nothing can copy.
    const copied = (value: unknown) => (name === 'handles' ? value : structuredClone(value));
    const keys = (after = '', most = Number.POSITIVE_INFINITY) =>
      [...table.keys()]
        .sort()
        .filter((key) => key > after)
        .slice(0, most);
    return {
      get: async (key: string) => copied(table.get(key)),
      put: async (value: unknown, key: string) => void table.set(key, copied(value)),
      add: async (value: unknown) => void table.set(String(table.size), value),
      delete: async (key: string) => void table.delete(key),
      getAll: async (after?: string, most?: number) => keys(after, most).map((key) => table.get(key)),
      getAllKeys: async (after?: string, most?: number) => keys(after, most),
      count: async () => table.size,
    };
  };
  for (const entry of entries) void tableOf('entries').put(entry, entry.id);
  const database = {
    transaction: (name: string) => ({ objectStore: tableOf, store: tableOf(name), done: Promise.resolve() }),
    getAllKeys: (name: string) => tableOf(name).getAllKeys(),
    get: (name: string, key: string) => tableOf(name).get(key),
    put: (name: string, value: unknown, key: string) => tableOf(name).put(value, key),
    delete: (name: string, key: string) => tableOf(name).delete(key),
    count: (name: string) => tableOf(name).count(),
    close: () => undefined,
  };
  return { database: database as unknown as LibraryDatabase, tableOf };
}
