import { deleteUnusedTexts, textHashesOf } from './delete-unused-texts.ts';
import { isSameMedium } from './entry-files.ts';
import type { createFilmFiles } from './film-files.ts';
import { decodeEntry, type LibraryEntry, recordToStore } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';
import type { FileGroupContent } from './read-file-group.ts';

/**
 * Writes a change of the newest record of an entry, with new texts and a new file; returns the written record. While files
 * are read the entry may be changed or removed. Replaced texts are deleted.
 */
type EntryWriter = (
  id: string,
  read: Pick<FileGroupContent, 'texts' | 'found'>,
  change: (newest: LibraryEntry | undefined) => LibraryEntry | undefined,
) => Promise<LibraryEntry | undefined>;

/** Creates the function that writes the records of a library; `files` notes each file that is written with one. */
export function createEntryWriter(
  open: () => Promise<LibraryDatabase>,
  files: Pick<ReturnType<typeof createFilmFiles>, 'written'>,
): EntryWriter {
  return async (id, read, change) => {
    const database = await open();
    const writing = database.transaction(['entries', 'texts', 'handles', 'damaged'], 'readwrite');
    const newest = decodeEntry(await writing.objectStore('entries').get(id));
    const changed = change(newest);
    if (changed === undefined) return undefined;
    const entry = recordToStore(changed, decodeEntry);
    const { texts, found } = read;
    const puts: Promise<unknown>[] = [writing.objectStore('entries').put(entry, id)];
    for (const [hash, text] of texts) puts.push(writing.objectStore('texts').put(text, hash));
    const handles = writing.objectStore('handles');
    // The stored handle stays valid where the same file came without one.
    const isHandleStale = found !== undefined && !found.handle && !isSameMedium(newest?.medium, entry.medium);
    if (found?.handle) puts.push(handles.put(found.handle, id));
    else if (isHandleStale) puts.push(handles.delete(id));
    await Promise.all([...puts, deleteUnusedTexts(writing, newest ? textHashesOf(newest) : [], [entry]), writing.done]);
    if (found) files.written(id, found, isHandleStale);
    return entry;
  };
}
