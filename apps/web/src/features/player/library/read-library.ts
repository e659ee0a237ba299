import { decodeEntry, decodePlaylist, type LibraryEntry, type Playlist } from './library-record.ts';
import { type LibraryDatabase, readInBatches } from './library-table.ts';

/** Reads all entries and playlists; sets aside the records that cannot be read. */
export async function readLibrary(
  database: LibraryDatabase,
): Promise<{ readonly entries: readonly LibraryEntry[]; readonly playlists: readonly Playlist[] }> {
  const entries: LibraryEntry[] = [];
  const playlists: Playlist[] = [];
  const damaged: { store: 'entries' | 'playlists'; key: string; value: unknown }[] = [];
  for await (const lot of readInBatches(() => database.transaction('entries').store))
    for (const { key, value } of lot) {
      const entry = decodeEntry(value);
      if (entry) entries.push(entry);
      else damaged.push({ store: 'entries', key, value });
    }
  for await (const lot of readInBatches(() => database.transaction('playlists').store))
    for (const { key, value } of lot) {
      const playlist = decodePlaylist(value);
      if (playlist) playlists.push(playlist);
      else damaged.push({ store: 'playlists', key, value });
    }
  for (const { store, key, value } of damaged) {
    const moving = database.transaction([store, 'damaged'], 'readwrite');
    await Promise.all([moving.objectStore('damaged').add(value), moving.objectStore(store).delete(key), moving.done]);
  }
  return { entries, playlists };
}
