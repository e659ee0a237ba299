import { fieldsOf } from '@tactus/protocol';
import { decodeEntry, type LibraryEntry } from '../library/library-record.ts';
import { openLibraryDatabase, readInBatches } from '../library/library-table.ts';
import { createScriptMemoryStore, keyOfPlace, reachablePlace } from '../memory/memory-store.ts';

/** The entry of the library that was played last, and the place at which playing ended. */
export interface LastPlayed {
  readonly entry: LibraryEntry;
  /** Ms; 0 at the start. */
  readonly leftAtMs: number;
}

/** Reads the entry played last; `undefined` where none was ever played. Rejects where the browser has no database. */
export async function readLastPlayed(): Promise<LastPlayed | undefined> {
  const database = await openLibraryDatabase();
  let last: unknown;
  let lastAtMs = 0;
  try {
    for await (const lot of readInBatches(() => database.transaction('entries').store))
      for (const { value } of lot) {
        const atMs = Number(fieldsOf(value)['playedAtMs']);
        if (atMs > lastAtMs) [last, lastAtMs] = [value, atMs];
      }
  } finally {
    database.close();
  }
  const entry = decodeEntry(last);
  return entry && { entry, leftAtMs: await readPlace(entry) };
}

async function readPlace({ medium, scripts, durationMs }: LibraryEntry): Promise<number> {
  const hash = scripts[0]?.hash;
  if (hash === undefined) return 0;
  const memory = createScriptMemoryStore();
  const { leftAtMs } = await memory.read(keyOfPlace(hash, medium && { ...medium, file: medium }));
  memory.close();
  return reachablePlace(leftAtMs, durationMs);
}
