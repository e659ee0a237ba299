import type { IDBPTransaction, StoreNames } from 'idb';
import { decodeEntry, type LibraryEntry } from './library-record.ts';
import { type LibraryTables, readInBatches } from './library-table.ts';

/** A change of entries that may also delete texts: `entries`, `texts` and `damaged` are among its stores. */
export type ChangingTransaction = IDBPTransaction<LibraryTables, StoreNames<LibraryTables>[], 'readwrite'>;

/** The hashes of the texts that an entry refers to. */
export function textHashesOf({ scripts, subtitles }: LibraryEntry): string[] {
  return [...scripts, subtitles].map((stored) => stored?.hash).filter((hash) => hash !== undefined);
}

/**
 * Deletes those of these texts that no entry refers to. `written` are entries that the same change wrote: their texts are
 * known without reading all others.
 */
export async function deleteUnusedTexts(
  changing: ChangingTransaction,
  hashes: Iterable<string>,
  written: readonly LibraryEntry[] = [],
): Promise<void> {
  const unused = new Set(hashes);
  for (const hash of written.flatMap(textHashesOf)) unused.delete(hash);
  if (unused.size === 0) return;
  // The texts of an unreadable record are unknown.
  if ((await changing.objectStore('damaged').count()) > 0) return;
  const entries = changing.objectStore('entries');
  for await (const lot of readInBatches(() => entries)) {
    for (const { value } of lot) {
      const other = decodeEntry(value);
      if (other === undefined) return;
      for (const hash of textHashesOf(other)) unused.delete(hash);
    }
    if (unused.size === 0) break;
  }
  const texts = changing.objectStore('texts');
  await Promise.all([...unused].map((hash) => texts.delete(hash)));
}
