import { contentHash } from '../script/script-hash.ts';
import { deleteUnusedTexts, textHashesOf } from './delete-unused-texts.ts';
import { InvalidLibraryExportError } from './invalid-library-export.ts';
import {
  decodeEntry,
  decodePlaylist,
  LIBRARY_RECORD_VERSION,
  type LibraryEntry,
  type StoredText,
} from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';

/** The content of an export, without media: they are too large, and they are files already. */
interface LibraryFile {
  readonly app: 'tactus-library';
  readonly version: typeof LIBRARY_RECORD_VERSION;
  readonly entries: readonly unknown[];
  readonly playlists: readonly unknown[];
  /** Scripts and subtitles by the hash of their content. */
  readonly texts: Readonly<Record<string, string>>;
  readonly damaged: readonly unknown[];
}

/** How many entries and playlists an import brought into the library, and how many records it could not read. */
export interface LibraryImportResult {
  readonly entries: number;
  readonly playlists: number;
  /** Records that could not be read; they are set aside. */
  readonly damaged: number;
}

/** Exports the whole library as a text. */
export async function exportLibrary(database: LibraryDatabase): Promise<string> {
  const [entries, playlists, damaged, hashes, texts] = await Promise.all([
    database.getAll('entries'),
    database.getAll('playlists'),
    database.getAll('damaged'),
    database.getAllKeys('texts'),
    database.getAll('texts'),
  ]);
  const file: LibraryFile = {
    ...{ app: 'tactus-library', version: LIBRARY_RECORD_VERSION, entries, playlists, damaged },
    texts: Object.fromEntries(hashes.map((hash, index) => [hash, texts[index] ?? ''])),
  };
  return JSON.stringify(file);
}

/**
 * Adds the content of an export to the library; records with the same id are replaced, and texts that no entry uses any more
 * are deleted. Rejects with a `InvalidLibraryExportError` for a text that is no export; nothing is changed then.
 */
export async function importLibrary(database: LibraryDatabase, text: string): Promise<LibraryImportResult> {
  const file = readLibraryFile(text);
  const hashOf = new Map<string, string>();
  for (const [name, content] of Object.entries(file.texts)) {
    if (typeof content !== 'string') continue;
    // The name in the file proves nothing; the content decides.
    hashOf.set(name, await contentHash(new TextEncoder().encode(content)));
  }
  const hasText = ({ hash }: StoredText) => hash === undefined || hashOf.has(hash);
  const renamed = (stored: StoredText): StoredText =>
    stored.hash === undefined ? stored : { ...stored, hash: hashOf.get(stored.hash) };
  const entries: LibraryEntry[] = [];
  const damaged: unknown[] = [...file.damaged];
  for (const record of file.entries) {
    const entry = decodeEntry(record);
    if (entry === undefined) damaged.push(record);
    else
      entries.push({
        ...entry,
        scripts: entry.scripts.filter(hasText).map(renamed),
        subtitles: entry.subtitles && hasText(entry.subtitles) ? renamed(entry.subtitles) : undefined,
      });
  }
  const playlists = file.playlists.map((record) => ({ record, playlist: decodePlaylist(record) }));

  const transaction = database.transaction(['entries', 'playlists', 'texts', 'damaged'], 'readwrite');
  const [intoEntries, intoLists] = [transaction.objectStore('entries'), transaction.objectStore('playlists')];
  const replaced = (await Promise.all(entries.map(({ id }) => intoEntries.get(id)))).map(decodeEntry);
  const setAside = transaction.objectStore('damaged');
  // An export holds what is set aside: where it comes back, nothing is set aside a second time.
  const known = new Set((await setAside.getAll()).map((record) => JSON.stringify(record)));
  const puts: Promise<unknown>[] = [];
  for (const [name, hash] of hashOf) puts.push(transaction.objectStore('texts').put(file.texts[name] ?? '', hash));
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

function readLibraryFile(text: string): LibraryFile {
  const read = parsed(text);
  if (typeof read !== 'object' || read === null || !('app' in read) || read.app !== 'tactus-library')
    throw new InvalidLibraryExportError('This is no library');
  const { entries, playlists, texts, damaged } = read as Partial<Record<keyof LibraryFile, unknown>>; // Checked below.
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    ...{ app: 'tactus-library', version: LIBRARY_RECORD_VERSION },
    ...{ entries: list(entries), playlists: list(playlists), damaged: list(damaged) },
    texts: typeof texts === 'object' && texts !== null ? { ...texts } : {},
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidLibraryExportError('This is no JSON', { cause });
  }
}
