import type { PlayerDoor } from '../session/player-door.ts';
import { LibraryDesk } from './library-desk.tsx';
import { useLibraryStore } from './use-library-store.ts';

/** The library, once it is open. */
export function LibraryPanel({ door }: { door: PlayerDoor }) {
  const store = useLibraryStore();
  return store && <LibraryDesk door={door} store={store} />;
}
