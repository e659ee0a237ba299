import { useEffect, useRef } from 'react';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import type { PlayerHandle } from '../session/player-handle.ts';
import type { PlayerSource } from '../source/source.ts';
import type { LibraryStore } from './library-store.ts';

/** Stores that the open entry is played, once it plays for the first time since it was opened. `id`: of that entry. */
export function useNotePlayed(playerHandle: PlayerHandle, store: LibraryStore, id: string | undefined): void {
  const { played } = playerHandle.current;
  const { onPlaying } = playerHandle;
  const report = useShowError();
  const latest = useLatest({ id, played, store, report });
  const noted = useRef<{ readonly id: string; readonly played: PlayerSource | undefined }>(undefined);
  useEffect(
    () =>
      onPlaying(() => {
        const now = latest.current;
        const isNoted = noted.current?.id === now.id && noted.current?.played === now.played;
        if (now.id === undefined || isNoted) return;
        noted.current = { id: now.id, played: now.played };
        now.store.notePlayed(now.id).catch(now.report);
      }),
    [onPlaying, latest],
  );
}
