import { type DBSchema, openDB } from 'idb';
import { closable } from '../../../settings/reopening.ts';

/** Records by key, as stored: untrusted until checked. */
export interface ScriptMemoryTable {
  get(key: string): Promise<unknown>;
  /** Replaces a record by the result of `change`, atomically. */
  update(key: string, change: (stored: unknown) => unknown): Promise<void>;
  close(): void;
}

const STORE = 'scripts';

interface Tables extends DBSchema {
  [STORE]: { key: string; value: unknown };
}

/** Opens the database of this browser. Rejects where there is none, or one of a newer app. `onClosed` is called when the browser has closed it. */
export async function openScriptMemoryTable(onClosed: () => void): Promise<ScriptMemoryTable> {
  const database = await openDB<Tables>('tactus-player', 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    ...closable(onClosed),
  });
  return {
    get: (key) => database.get(STORE, key),
    async update(key, change) {
      const transaction = database.transaction(STORE, 'readwrite');
      await transaction.store.put(change(await transaction.store.get(key)), key);
      await transaction.done;
    },
    close: () => database.close(),
  };
}

/** Creates a table of records that last as long as the page. */
export function createInMemoryTable(): ScriptMemoryTable {
  const records = new Map<string, unknown>();
  return {
    get: async (key) => records.get(key),
    update: async (key, change) => void records.set(key, change(records.get(key))),
    close: () => undefined,
  };
}
