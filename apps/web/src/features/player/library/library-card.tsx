import { lazy, Suspense } from 'react';
import type { PlayerEntry, PlayerHandle } from '../session/player-handle.ts';
import type { OpenFiles } from '../session/use-open-files.ts';

/** The library is loaded after the player, so that playing a file does not wait for it. */
const OpenedLibrary = lazy(() => import('./opened-library.tsx').then((module) => ({ default: module.OpenedLibrary })));

/** What the library needs of the page. */
export interface LibraryCardProps {
  readonly playerHandle: PlayerHandle;
  readonly openFiles: OpenFiles;
  /** Opens the file picker of the player. */
  readonly onChooseFiles: () => void;
  /** Called when the library has its first entry, or none any more. */
  readonly onFilled: (isFilled: boolean) => void;
  /** The entry that a link of the home page opens. */
  readonly goOnId: string | undefined;
  /** Called when that entry is looked for. */
  readonly onLook: () => void;
  /** Called with what is open of it, which begins where it ended the last time. */
  readonly onGoOn: (opened: PlayerEntry | undefined) => void;
}

/** The library of videos and scripts stored in this browser, with its playlists. */
export function LibraryCard(props: LibraryCardProps) {
  return (
    <Suspense fallback={null}>
      <OpenedLibrary {...props} />
    </Suspense>
  );
}
