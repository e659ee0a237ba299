import { useCallback, useState } from 'react';
import type { PlayerEntry } from '../session/player-handle.ts';
import type { PlayerSource } from '../source/source.ts';

interface ShownSources {
  readonly medium: PlayerSource | undefined;
  readonly script: PlayerSource | undefined;
  /** The chosen script is the one that is open. */
  readonly isRead: boolean;
}

/**
 * Whether what is open begins at its stored place, without a question: once, after `begin` with its sources, and only as long
 * as nothing else is chosen.
 */
export function useGoOnOnce({ medium, script, isRead }: ShownSources): {
  readonly goesOn: boolean;
  readonly begin: (entry: PlayerEntry | undefined) => void;
  /** Called once it is at its place, or has none. */
  readonly onWentOn: () => void;
} {
  const [entry, begin] = useState<PlayerEntry>();
  const isShown = entry !== undefined && entry.medium === medium && entry.scripts[0] === script;
  // Opened again, or with its script chosen again, it is not gone on with.
  if (entry !== undefined && !isShown) begin(undefined);
  const onWentOn = useCallback(() => begin(undefined), []);
  return { goesOn: isShown && isRead, begin, onWentOn };
}
