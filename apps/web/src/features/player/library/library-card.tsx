import { lazy, Suspense } from 'react';
import type { PlayerHandle } from '../session/player-handle.ts';

/** The library is loaded after the player, so that playing a file does not wait for it. */
const OpenedLibrary = lazy(() => import('./opened-library.tsx').then((module) => ({ default: module.OpenedLibrary })));

/** The library of videos and scripts stored in this browser, with its playlists. */
export function LibraryCard({ playerHandle }: { playerHandle: PlayerHandle }) {
  return (
    <Suspense fallback={null}>
      <OpenedLibrary playerHandle={playerHandle} />
    </Suspense>
  );
}
