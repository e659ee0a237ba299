import type { PlayerHandle } from '../session/player-handle.ts';
import { LibraryPanel } from './library-panel.tsx';
import { useLibraryStore } from './use-library-store.ts';

/** The library card's content once the library is open. */
export function OpenedLibrary({ playerHandle }: { playerHandle: PlayerHandle }) {
  const store = useLibraryStore();
  return store && <LibraryPanel playerHandle={playerHandle} store={store} />;
}
