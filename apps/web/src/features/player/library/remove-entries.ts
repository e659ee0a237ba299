import { deleteUnusedTexts, textHashesOf } from './delete-unused-texts.ts';
import { decodeEntry } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';

/** Removes entries with their files and with the texts that no other entry uses, all of them or none. */
export async function removeLibraryEntries(database: LibraryDatabase, ids: Iterable<string>): Promise<void> {
  const removing = database.transaction(['entries', 'handles', 'texts', 'damaged'], 'readwrite');
  const [entries, handles] = [removing.objectStore('entries'), removing.objectStore('handles')];
  const removed = await Promise.all(
    [...ids].map(async (id) => {
      const entry = decodeEntry(await entries.get(id));
      await Promise.all([entries.delete(id), handles.delete(id)]);
      return entry ? textHashesOf(entry) : [];
    }),
  );
  await Promise.all([deleteUnusedTexts(removing, removed.flat()), removing.done]);
}
