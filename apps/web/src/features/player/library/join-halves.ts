import { addFilesToEntry } from './entry-files.ts';
import type { PairQuestion } from './half-entries.ts';
import type { LibraryEntry, Playlist } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';
import type { PlaylistActions } from './playlist-actions.ts';
import { removeLibraryEntries } from './remove-entries.ts';

/** What joining needs of the library: its playlists, and how a record is changed. */
interface JoinTools extends Pick<PlaylistActions, 'changePlaylist'> {
  readonly playlists: readonly Playlist[];
  write(
    id: string,
    read: { texts: ReadonlyMap<string, string>; found: undefined },
    change: (newest: LibraryEntry | undefined) => LibraryEntry | undefined,
  ): Promise<LibraryEntry | undefined>;
}

const NO_FILES = { texts: new Map<string, string>(), found: undefined };

/** Adds the scripts of each pair to its film; removes the entries of the scripts, and puts the film into their playlists. */
export async function joinHalves(
  database: LibraryDatabase,
  pairs: readonly PairQuestion[],
  { playlists, changePlaylist, write }: JoinTools,
): Promise<{ readonly changed: readonly LibraryEntry[]; readonly removed: ReadonlySet<string> }> {
  const changed = new Map<string, LibraryEntry>();
  const filmOf = new Map<string, string>();
  for (const { film, script } of pairs) {
    const { tags } = script;
    const joined = await write(
      film.id,
      NO_FILES,
      (newest) =>
        newest && {
          ...addFilesToEntry(newest, { ...script, medium: undefined }),
          tags: [...new Set([...newest.tags, ...tags])],
        },
    );
    if (!joined) continue;
    changed.set(film.id, joined);
    filmOf.set(script.id, film.id);
  }
  for (const { id, entryIds } of playlists)
    if (entryIds.some((entryId) => filmOf.has(entryId)))
      await changePlaylist(id, (newest) => ({
        ...newest,
        entryIds: [...new Set(newest.entryIds.map((entryId) => filmOf.get(entryId) ?? entryId))],
      }));
  await removeLibraryEntries(database, filmOf.keys());
  return { changed: [...changed.values()], removed: new Set(filmOf.keys()) };
}
