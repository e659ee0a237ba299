import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb';
import { closable } from '../../../settings/reopening.ts';

/** The database of the library in this browser; "wipe all" deletes it by its first word. */
const LIBRARY_DATABASE = 'tactus-library';

/** The stored records, by the names of the stores. They are untrusted until checked. */
export interface LibraryTables extends DBSchema {
  entries: { key: string; value: unknown };
  playlists: { key: string; value: unknown };
  /** Scripts and subtitles by the hash of their content. */
  texts: { key: string; value: string };
  /** The files of media, by the id of their entry: handles where the browser has them, else files that the person lets it keep. */
  handles: { key: string; value: FileSystemFileHandle | File };
  /** Records that could not be read. */
  damaged: { key: number; value: unknown };
}

/** The open database of the library. */
export type LibraryDatabase = IDBPDatabase<LibraryTables>;

/**
 * Opens the database. Rejects where the browser has none, or with a `VersionError` one of a newer app. `onClosed` is called when
 * another tab or the browser, as when it clears a site's data, closes it.
 */
export async function openLibraryDatabase(onClosed?: () => void): Promise<LibraryDatabase> {
  return await openDB<LibraryTables>(LIBRARY_DATABASE, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('entries');
      fresh.createObjectStore('playlists');
      fresh.createObjectStore('texts');
      fresh.createObjectStore('handles');
      fresh.createObjectStore('damaged', { autoIncrement: true });
    },
    ...closable(onClosed),
  });
}

/** How many records are read at once: no more than fits between two frames. */
const READ_AT_ONCE = 100;

/** A store of records, in a transaction. */
type RecordStore = Pick<
  IDBPObjectStore<LibraryTables, StoreNames<LibraryTables>[], 'entries' | 'playlists' | 'texts'>,
  'getAllKeys' | 'getAll'
>;

/** Reads all records of a store in batches, with their keys. Each batch is read from the store that `open` returns. */
export async function* readInBatches(open: () => RecordStore) {
  for (let after: string | undefined; ; ) {
    const range: IDBKeyRange | undefined = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
    const store = open();
    const [keys, values] = await Promise.all([
      store.getAllKeys(range, READ_AT_ONCE),
      store.getAll(range, READ_AT_ONCE),
    ]);
    yield keys.map((key, index) => ({ key, value: values[index] }));
    after = keys.at(-1);
    if (after === undefined || keys.length < READ_AT_ONCE) return;
  }
}
