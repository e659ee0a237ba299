import type { ChosenFile } from './file-access.ts';
import type { LibraryDatabase } from './library-table.ts';

/** Films without a stored handle: the ids of their entries, and the size of their files. */
export interface UnkeptFilms {
  readonly ids: readonly string[];
  readonly bytes: number;
}

/** Knows which entries have a file that can be opened: stored in this browser, or chosen in this session. */
export function createFilmFiles(open: () => Promise<LibraryDatabase>) {
  /** Files chosen in this session, where the browser has no handles to store. */
  const ofSession = new Map<string, File>();
  const stored = new Set<string>();
  return {
    ofSession,
    has: (id: string): boolean => ofSession.has(id) || stored.has(id),
    /** Reads anew which entries have a stored file. */
    async reload(database: LibraryDatabase): Promise<void> {
      stored.clear();
      for (const id of await database.getAllKeys('handles')) stored.add(id);
    },
    /** Notes the file that was written with an entry; `isStale`: the stored one was deleted. */
    written(id: string, found: ChosenFile, isStale: boolean): void {
      if (found.handle) {
        stored.add(id);
        // The new file has a stored handle: the file chosen before it must not be played in its place.
        ofSession.delete(id);
        return;
      }
      if (isStale) stored.delete(id);
      ofSession.set(id, found.file);
    },
    /** The films among these entries whose files are lost with the page. */
    unkeptOf(ids: Iterable<string>): UnkeptFilms | undefined {
      const films = [...ids].filter((id) => ofSession.has(id) && !stored.has(id));
      const bytes = films.reduce((sum, id) => sum + (ofSession.get(id)?.size ?? 0), 0);
      return films.length > 0 ? { ids: films, bytes } : undefined;
    },
    /** Stores the files of these entries. Rejects where there is not enough room. */
    async keep(ids: readonly string[]): Promise<void> {
      const database = await open();
      for (const id of ids) {
        const file = ofSession.get(id);
        if (file === undefined) continue;
        await database.put('handles', file, id);
        stored.add(id);
      }
    },
  };
}
