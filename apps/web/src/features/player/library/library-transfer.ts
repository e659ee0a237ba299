import { contentHash } from '../script/script-hash.ts';
import { deleteUnusedTexts, textHashesOf } from './delete-unused-texts.ts';
import { readLibraryFile, writeLibraryFile } from './library-file.ts';
import { decodeEntry, decodePlaylist, type LibraryEntry, type StoredText } from './library-record.ts';
import { type LibraryDatabase, readInBatches } from './library-table.ts';

/** How many entries and playlists an import brought into the library, and how many records it could not read. */
export interface LibraryImportResult {
  readonly entries: number;
  readonly playlists: number;
  /** Records that could not be read; they are set aside. */
  readonly damaged: number;
}

/** Exports the whole library as a file. */
export async function exportLibrary(database: LibraryDatabase): Promise<Blob> {
  const reading = database.transaction(['entries', 'playlists', 'texts', 'damaged']);
  const texts = reading.objectStore('texts');
  const [entries, playlists, damaged] = await Promise.all([
    reading.objectStore('entries').getAll(),
    reading.objectStore('playlists').getAll(),
    reading.objectStore('damaged').getAll(),
  ]);
  return await writeLibraryFile(
    { entries, playlists, damaged },
    readInBatches(() => texts),
  );
}

/**
 * Adds the content of an export to the library; records with the same id are replaced, and texts that no entry uses any more
 * are deleted. Rejects with a `InvalidLibraryExportError` for a file that is no export; nothing is changed then.
 */
export async function importLibrary(database: LibraryDatabase, file: Blob): Promise<LibraryImportResult> {
  const read = await readLibraryFile(file);
  const hashOf = new Map<string, string>();
  // The name in the file proves nothing; the content decides.
  for (const [name, content] of read.texts) hashOf.set(name, await contentHash(content));
  const hasText = ({ hash }: StoredText) => hash === undefined || hashOf.has(hash);
  const renamed = (stored: StoredText): StoredText =>
    stored.hash === undefined ? stored : { ...stored, hash: hashOf.get(stored.hash) };
  const entries: LibraryEntry[] = [];
  const damaged: unknown[] = [...read.damaged];
  for (const record of read.entries) {
    const entry = decodeEntry(record);
    if (entry === undefined) damaged.push(record);
    else
      entries.push({
        ...entry,
        scripts: entry.scripts.filter(hasText).map(renamed),
        subtitles: entry.subtitles && hasText(entry.subtitles) ? renamed(entry.subtitles) : undefined,
      });
  }
  const playlists = read.playlists.map((record) => ({ record, playlist: decodePlaylist(record) }));

  const transaction = database.transaction(['entries', 'playlists', 'texts', 'damaged'], 'readwrite');
  const [intoEntries, intoLists] = [transaction.objectStore('entries'), transaction.objectStore('playlists')];
  const replaced = (await Promise.all(entries.map(({ id }) => intoEntries.get(id)))).map(decodeEntry);
  const setAside = transaction.objectStore('damaged');
  // An export holds what is set aside: where it comes back, nothing is set aside a second time.
  const known = new Set((await setAside.getAll()).map((record) => JSON.stringify(record)));
  const puts: Promise<unknown>[] = [];
  for (const [name, hash] of hashOf) puts.push(transaction.objectStore('texts').put(read.texts.get(name) ?? '', hash));
  for (const entry of entries) puts.push(intoEntries.put(entry, entry.id));
  for (const { record, playlist } of playlists)
    if (playlist) puts.push(intoLists.put(playlist, playlist.id));
    else damaged.push(record);
  for (const record of damaged) {
    const written = JSON.stringify(record);
    if (!known.has(written)) puts.push(setAside.add(record));
    known.add(written);
  }
  const before = replaced.flatMap((entry) => (entry ? textHashesOf(entry) : []));
  await Promise.all([
    ...puts,
    deleteUnusedTexts(transaction, [...before, ...hashOf.values()], entries),
    transaction.done,
  ]);
  return {
    entries: entries.length,
    playlists: playlists.filter(({ playlist }) => playlist !== undefined).length,
    damaged: damaged.length,
  };
}
