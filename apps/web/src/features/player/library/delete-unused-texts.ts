import type { IDBPTransaction, StoreNames } from 'idb';
import { decodeEntry, type LibraryEntry } from './library-record.ts';
import type { LibraryTables } from './library-table.ts';

/** A change of entries that may also delete texts: `entries`, `texts` and `damaged` are among its stores. */
type Changing = IDBPTransaction<LibraryTables, StoreNames<LibraryTables>[], 'readwrite'>;

/** How many entries are read at once: no more than fits between two frames. */
const READ_AT_ONCE = 100;

/** The hashes of the texts that an entry refers to. */
export function textHashesOf({ scripts, subtitles }: LibraryEntry): string[] {
  return [...scripts, subtitles].map((stored) => stored?.hash).filter((hash) => hash !== undefined);
}

/**
 * Deletes those of these texts that no entry refers to. `written` are entries that the same change wrote: their texts are
 * known without reading all others.
 */
export async function deleteUnusedTexts(
  changing: Changing,
  hashes: Iterable<string>,
  written: readonly LibraryEntry[] = [],
): Promise<void> {
  const unused = new Set(hashes);
  for (const hash of written.flatMap(textHashesOf)) unused.delete(hash);
  if (unused.size === 0) return;
  // The texts of an unreadable record are unknown.
  if ((await changing.objectStore('damaged').count()) > 0) return;
  const entries = changing.objectStore('entries');
  for (let after: string | undefined; unused.size > 0; ) {
    const range: IDBKeyRange | undefined = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
    const [keys, values] = await Promise.all([
      entries.getAllKeys(range, READ_AT_ONCE),
      entries.getAll(range, READ_AT_ONCE),
    ]);
    for (const value of values) {
      const other = decodeEntry(value);
      if (other === undefined) return;
      for (const hash of textHashesOf(other)) unused.delete(hash);
    }
    after = keys.at(-1);
    if (after === undefined || keys.length < READ_AT_ONCE) break;
  }
  const texts = changing.objectStore('texts');
  await Promise.all([...unused].map((hash) => texts.delete(hash)));
}
