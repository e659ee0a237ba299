import { FilmPicturesContext } from './film-pictures.ts';
import type { LibraryCardProps } from './library-card.tsx';
import { LibraryPanel } from './library-panel.tsx';
import type { LibraryStore } from './library-store.ts';
import { useFilmPictures } from './use-film-pictures.ts';
import { useLibraryStore } from './use-library-store.ts';

/** The library card's content once the library is open. */
export function OpenedLibrary(props: LibraryCardProps) {
  const store = useLibraryStore();
  return store && <LibraryWithPictures {...props} store={store} />;
}

function LibraryWithPictures(props: LibraryCardProps & { store: LibraryStore }) {
  const pictures = useFilmPictures(props.store);
  return (
    <FilmPicturesContext value={pictures}>
      <LibraryPanel {...props} />
    </FilmPicturesContext>
  );
}
