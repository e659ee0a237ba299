import { useEffect, useState } from 'react';
import { reopening } from '../../../settings/reopening.ts';
import { useClock } from '../../../ui/time-context.tsx';
import { takeFilmPicture } from './film-picture.ts';
import { createFilmPictures, type FilmPictures, openPictureTable } from './film-pictures.ts';
import type { LibraryStore } from './library-store.ts';

/** The pictures of the films of a library, open as long as it; those of removed entries are deleted. */
export function useFilmPictures(store: LibraryStore): FilmPictures | undefined {
  const time = useClock();
  const [pictures, setPictures] = useState<FilmPictures>();
  useEffect(() => {
    const table = reopening(openPictureTable);
    const made = createFilmPictures({
      table,
      fileOf: async (entry) => (await store.sourcesOf(entry, false)).medium?.file,
      take: (file) => takeFilmPicture(file, time),
      // The length is only shown: without it the row has none.
      onLength: (id, durationMs) => void store.noteLength(id, durationMs).catch(() => undefined),
    });
    setPictures(made);
    const deleteOthers = () => {
      const { phase, entries } = store.state.getState();
      if (phase !== 'ready') return;
      stop();
      const ids = new Set(entries.map(({ entry }) => entry.id));
      table()
        .then((opened) => opened.keepOnly(ids))
        .catch(() => undefined); // Without a database there is nothing to delete.
    };
    const stop = store.state.subscribe(deleteOthers);
    deleteOthers();
    return () => {
      stop();
      table()
        .then((opened) => opened.close())
        .catch(() => undefined); // as above
    };
  }, [store, time]);
  return pictures;
}
