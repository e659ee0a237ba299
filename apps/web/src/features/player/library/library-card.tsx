import { lazy, Suspense } from 'react';
import type { PlayerDoor } from '../session/player-door.ts';

/** The library comes after the player: whoever only wants to play a file does not wait for it. */
const LibraryPanel = lazy(() => import('./library-panel.tsx').then((module) => ({ default: module.LibraryPanel })));

/** What this browser keeps of videos and scripts, and the playlists of them. */
export function LibraryCard({ door }: { door: PlayerDoor }) {
  return (
    <Suspense fallback={null}>
      <LibraryPanel door={door} />
    </Suspense>
  );
}
