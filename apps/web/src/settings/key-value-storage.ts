/** The part of a browser storage that the app uses: small texts by key. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage that lasts as long as the page: for tests, and for browsers that refuse to store anything. @internal */
export function createMemoryStorage(entries: Readonly<Record<string, string>> = {}): KeyValueStorage {
  const values = new Map(Object.entries(entries));
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** Replaces a storage that the browser refuses. */
const standIns = new WeakSet<KeyValueStorage>();

/** Whether stored texts still exist when the page is opened again. */
export const isPersistent = (storage: KeyValueStorage): boolean => !standIns.has(storage);

/** A storage of the browser; undefined where it refuses that (blocked site data, sandboxed frame). */
export function browserStorageOf<S extends KeyValueStorage>(open: () => S): S | undefined {
  try {
    const storage = open();
    storage.getItem('tactus');
    return storage;
  } catch {
    return undefined;
  }
}

/** A storage of the browser, or one in memory where it refuses that. */
export function openStorage(open: () => KeyValueStorage): KeyValueStorage {
  const storage = browserStorageOf(open);
  if (storage !== undefined) return storage;
  const standIn = createMemoryStorage();
  standIns.add(standIn);
  return standIn;
}
