import { deleteUnusedTexts, textHashesOf } from './delete-unused-texts.ts';
import { addFilesToEntry } from './entry-files.ts';
import type { PairQuestion } from './half-entries.ts';
import { decodeEntry, type LibraryEntry, type Playlist } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';
import type { PlaylistActions } from './playlist-actions.ts';
import { deleteEntries } from './remove-entries.ts';

/** What joining needs of the playlists. */
interface JoinTools extends Pick<PlaylistActions, 'changePlaylist'> {
  readonly playlists: readonly Playlist[];
}

/**
 * Adds the scripts of each pair to its film; removes the entries of the scripts, and puts the film into their playlists. Of
 * each entry the newest record counts, which may have received files since the question.
 */
export async function joinHalves(
  database: LibraryDatabase,
  pairs: readonly PairQuestion[],
  { playlists, changePlaylist }: JoinTools,
): Promise<{ readonly changed: readonly LibraryEntry[]; readonly removed: ReadonlySet<string> }> {
  const joining = database.transaction(['entries', 'handles', 'texts', 'damaged'], 'readwrite');
  const entries = joining.objectStore('entries');
  const changed = new Map<string, LibraryEntry>();
  const filmOf = new Map<string, string>();
  const before: string[] = [];
  for (const { film, script } of pairs) {
    const newest = decodeEntry(await entries.get(film.id));
    const half = decodeEntry(await entries.get(script.id));
    // One of them was removed meanwhile, or the script has a film of its own.
    if (newest === undefined || half === undefined || half.medium !== undefined) continue;
    const joined = { ...addFilesToEntry(newest, half), tags: [...new Set([...newest.tags, ...half.tags])] };
    await entries.put(joined, film.id);
    before.push(...textHashesOf(newest));
    changed.set(film.id, joined);
    filmOf.set(script.id, film.id);
  }
  before.push(...(await deleteEntries(joining, filmOf.keys())));
  await Promise.all([deleteUnusedTexts(joining, before, [...changed.values()]), joining.done]);
  for (const { id, entryIds } of playlists)
    if (entryIds.some((entryId) => filmOf.has(entryId)))
      await changePlaylist(id, (newest) => ({
        ...newest,
        entryIds: [...new Set(newest.entryIds.map((entryId) => filmOf.get(entryId) ?? entryId))],
      }));
  return { changed: [...changed.values()], removed: new Set(filmOf.keys()) };
}
