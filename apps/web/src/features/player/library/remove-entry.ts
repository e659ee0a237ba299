import { deleteUnusedTexts, textHashesOf } from './delete-unused-texts.ts';
import { decodeEntry } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';

/** Removes an entry with its file and with the texts that no other entry uses. */
export async function removeLibraryEntry(database: LibraryDatabase, id: string): Promise<void> {
  const removing = database.transaction(['entries', 'handles', 'texts', 'damaged'], 'readwrite');
  const entries = removing.objectStore('entries');
  const entry = decodeEntry(await entries.get(id));
  await Promise.all([
    entries.delete(id),
    removing.objectStore('handles').delete(id),
    deleteUnusedTexts(removing, entry ? textHashesOf(entry) : []),
    removing.done,
  ]);
}
