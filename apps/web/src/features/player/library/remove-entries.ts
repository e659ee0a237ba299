import { type ChangingTransaction, deleteUnusedTexts, textHashesOf } from './delete-unused-texts.ts';
import { decodeEntry } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';

/** Removes entries with their files and with the texts that no other entry uses, all of them or none. */
export async function removeLibraryEntries(database: LibraryDatabase, ids: Iterable<string>): Promise<void> {
  const removing = database.transaction(['entries', 'handles', 'texts', 'damaged'], 'readwrite');
  await Promise.all([deleteUnusedTexts(removing, await deleteEntries(removing, ids)), removing.done]);
}

/** Deletes entries and their files; returns the hashes of the texts that they referred to. `handles` is among the stores. */
export async function deleteEntries(changing: ChangingTransaction, ids: Iterable<string>): Promise<readonly string[]> {
  const [entries, handles] = [changing.objectStore('entries'), changing.objectStore('handles')];
  const deleted = await Promise.all(
    [...ids].map(async (id) => {
      const entry = decodeEntry(await entries.get(id));
      await Promise.all([entries.delete(id), handles.delete(id)]);
      return entry ? textHashesOf(entry) : [];
    }),
  );
  return deleted.flat();
}
