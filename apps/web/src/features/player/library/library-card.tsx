import { lazy, Suspense } from 'react';
import type { PlayerHandle } from '../session/player-handle.ts';

/** The library comes after the player: whoever only wants to play a file does not wait for it. */
const OpenedLibrary = lazy(() => import('./opened-library.tsx').then((module) => ({ default: module.OpenedLibrary })));

/** What this browser keeps of videos and scripts, and the playlists of them. */
export function LibraryCard({ playerHandle }: { playerHandle: PlayerHandle }) {
  return (
    <Suspense fallback={null}>
      <OpenedLibrary playerHandle={playerHandle} />
    </Suspense>
  );
}
