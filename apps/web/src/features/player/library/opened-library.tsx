import type { PlayerHandle } from '../session/player-handle.ts';
import { LibraryPanel } from './library-panel.tsx';
import { useLibraryStore } from './use-library-store.ts';

/** The library, once it is open. */
export function OpenedLibrary({ playerHandle }: { playerHandle: PlayerHandle }) {
  const store = useLibraryStore();
  return store && <LibraryPanel playerHandle={playerHandle} store={store} />;
}
