import { type DBSchema, openDB } from 'idb';
import { createContext } from 'react';
import { closable } from '../../../settings/reopening.ts';
import { kindOfFile } from '../source/file-kind.ts';
import type { FilmPicture } from './film-picture.ts';
import type { LibraryEntry } from './library-record.ts';

/** A stored picture, and the film of which it is. */
interface StoredPicture {
  readonly film: string;
  readonly picture: Blob;
}

/** The stored pictures by the ids of their entries. */
export interface PictureTable {
  get(id: string): Promise<StoredPicture | undefined>;
  put(id: string, stored: StoredPicture): Promise<void>;
  /** Deletes the pictures of all other entries. */
  keepOnly(ids: ReadonlySet<string>): Promise<void>;
  close(): void;
}

/** The pictures of the films of the library. They are made of the films, and never leave this browser. */
export interface FilmPictures {
  /** The picture of an entry's film; `undefined` where its file is not there without a prompt, or shows nothing. */
  of(entry: LibraryEntry, isWanted: () => boolean): Promise<Blob | undefined>;
}

/** The pictures for the rows of the list. */
export const FilmPicturesContext = createContext<FilmPictures | undefined>(undefined);

/** Creates the pictures; each is taken once, one after the other. `onLength` receives the id of an entry and the length of its film. */
export function createFilmPictures(parts: {
  readonly table: () => Promise<PictureTable>;
  readonly fileOf: (entry: LibraryEntry) => Promise<File | undefined>;
  readonly take: (file: File) => Promise<FilmPicture | undefined>;
  readonly onLength: (id: string, durationMs: number) => void;
}): FilmPictures {
  const { table, fileOf, take, onLength } = parts;
  const failed = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();

  async function takeAnew(entry: LibraryEntry, film: string): Promise<Blob | undefined> {
    const file = await fileOf(entry);
    const taken = file && (await take(file));
    if (file && !taken) failed.add(film);
    if (!taken) return undefined;
    await (await table()).put(entry.id, { film, picture: taken.picture });
    if (entry.durationMs === 0) onLength(entry.id, taken.durationMs);
    return taken.picture;
  }

  return {
    async of(entry, isWanted) {
      const { id, medium } = entry;
      if (medium === undefined || medium.url !== undefined || kindOfFile(medium) !== 'video') return undefined;
      const film = `${medium.name} ${medium.size}`;
      const stored = async () => {
        const found = await (await table()).get(id);
        return found?.film === film ? found.picture : undefined;
      };
      const before = await stored();
      if (before || failed.has(film)) return before;
      const next = turn.then(async () => (isWanted() ? ((await stored()) ?? takeAnew(entry, film)) : undefined));
      turn = next.catch(() => undefined);
      return next;
    },
  };
}

const STORE = 'pictures';

interface Tables extends DBSchema {
  [STORE]: { key: string; value: StoredPicture };
}

/** Opens the pictures of this browser. Rejects where there is no database. `onClosed` is called when the browser has closed it. */
export async function openPictureTable(onClosed: () => void): Promise<PictureTable> {
  const database = await openDB<Tables>('tactus-pictures', 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    ...closable(onClosed),
  });
  return {
    get: (id) => database.get(STORE, id),
    put: async (id, stored) => void (await database.put(STORE, stored, id)),
    async keepOnly(ids) {
      const others = (await database.getAllKeys(STORE)).filter((id) => !ids.has(id));
      await Promise.all(others.map((id) => database.delete(STORE, id)));
    },
    close: () => database.close(),
  };
}
