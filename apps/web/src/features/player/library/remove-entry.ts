import { decodeEntry, type LibraryEntry } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';

/** So many entries are looked at in one piece: no more than fits between two frames. */
const READ_AT_ONCE = 100;

/** Removes an entry with its file and with the texts that are of no other. */
export async function removeEntry(database: LibraryDatabase, id: string): Promise<void> {
  const removing = database.transaction(['entries', 'handles', 'texts', 'damaged'], 'readwrite');
  const entries = removing.objectStore('entries');
  const entry = decodeEntry(await entries.get(id));
  await Promise.all([entries.delete(id), removing.objectStore('handles').delete(id)]);

  const unused = new Set(entry && hashesOf(entry));
  // What a record that cannot be read needs is not known.
  if ((await removing.objectStore('damaged').count()) > 0) unused.clear();
  for (let after: string | undefined; unused.size > 0; ) {
    const range: IDBKeyRange | undefined = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
    const [keys, values] = await Promise.all([
      entries.getAllKeys(range, READ_AT_ONCE),
      entries.getAll(range, READ_AT_ONCE),
    ]);
    for (const value of values) {
      const other = decodeEntry(value);
      if (other === undefined) unused.clear();
      else for (const hash of hashesOf(other)) unused.delete(hash);
    }
    after = keys.at(-1);
    if (after === undefined || keys.length < READ_AT_ONCE) break;
  }
  const texts = removing.objectStore('texts');
  await Promise.all([...[...unused].map((hash) => texts.delete(hash)), removing.done]);
}

/** The texts that an entry is made of. */
function hashesOf({ scripts, subtitles }: LibraryEntry): string[] {
  return [...scripts, subtitles].map((kept) => kept?.hash).filter((hash) => hash !== undefined);
}
