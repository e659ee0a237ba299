import type { LibraryCardProps } from './library-card.tsx';
import { LibraryPanel } from './library-panel.tsx';
import { useLibraryStore } from './use-library-store.ts';

/** The library card's content once the library is open. */
export function OpenedLibrary(props: LibraryCardProps) {
  const store = useLibraryStore();
  return store && <LibraryPanel {...props} store={store} />;
}
