import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLatest } from '../../../device/session/use-latest.ts';
import type { PlayerHandle } from '../session/player-handle.ts';
import type { PlayerSource } from '../source/source.ts';
import type { LibraryEntry } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import type { PlaylistPlayer } from './use-playlist-player.ts';

/** The entry opened last outside a playlist. */
export interface OpenedEntry {
  readonly id: string;
  /** What the player plays of it. */
  readonly played: PlayerSource | undefined;
  /** The ids of the entries as they were listed when it was opened. */
  readonly order: readonly string[];
}

interface EntryStepsOf {
  readonly playerHandle: PlayerHandle;
  readonly player: PlaylistPlayer;
  readonly store: LibraryStore;
  readonly opened: OpenedEntry | undefined;
  readonly open: (entry: LibraryEntry, plays: boolean) => void;
}

/** Offers the player the entries before and after the open one: of its playlist, else of the list from which it was opened. */
export function useEntrySteps({ playerHandle, player, store, opened, open }: EntryStepsOf): void {
  const entries = useStore(store.state, (state) => state.entries);
  const { run } = player;
  const isOpen = opened !== undefined && playerHandle.current.played === opened.played;
  const ids = useMemo(() => new Map(entries.map(({ entry }) => [entry.id, entry])), [entries]);
  const order = run || !isOpen ? [] : opened.order.filter((id) => ids.has(id));
  const at = order.indexOf(opened?.id ?? '');
  const [before, after] = at < 0 ? [] : [ids.get(order[at - 1] ?? ''), ids.get(order[at + 1] ?? '')];
  const latest = useLatest({ player, open, before, after });
  const { offerSteps } = playerHandle;
  const isRunning = run !== undefined;
  const hasPrevious = run ? run.at > 0 : before !== undefined;
  const hasNext = isRunning || after !== undefined;

  useEffect(() => {
    const go = (step: 'before' | 'after', plays: boolean) => {
      const { player: list, [step]: entry } = latest.current;
      if (list.run) list[step === 'before' ? 'back' : 'skip']();
      else if (entry) latest.current.open(entry, plays);
    };
    return offerSteps({
      previous: hasPrevious ? (plays) => go('before', plays) : undefined,
      next: hasNext ? (plays) => go('after', plays) : undefined,
    });
  }, [offerSteps, latest, hasPrevious, hasNext]);
}
