import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLatest } from '../../../ui/use-latest.ts';
import type { PlayerHandle } from '../session/player-handle.ts';
import type { PlayerSource } from '../source/source.ts';
import { findOpenEntry } from './entry-files.ts';
import type { LibraryEntry } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
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
  /** The entries as they are listed now. */
  readonly listed: readonly ListedEntry[];
  readonly open: (order: readonly string[], entry: LibraryEntry, plays: boolean) => void;
}

/**
 * Offers the player the entries before and after the open one: of its playlist, else of the list from which it was opened,
 * else of the present list, where what is open was opened elsewhere and is an entry. Returns the id of the open entry.
 */
export function useEntrySteps(parts: EntryStepsOf): string | undefined {
  const { playerHandle, player, store, opened, listed, open } = parts;
  const entries = useStore(store.state, (state) => state.entries);
  const { run } = player;
  const { medium, played, script } = playerHandle.current;
  const isOpened = opened !== undefined && played === opened.played;
  const ids = useMemo(() => new Map(entries.map(({ entry }) => [entry.id, entry])), [entries]);
  const found = useMemo(() => findOpenEntry(entries, { medium, played, script }), [entries, medium, played, script]);
  const id = isOpened ? opened.id : found?.id;
  const wholeOrder = isOpened ? opened.order : found ? listed.map(({ entry }) => entry.id) : [];
  const order = run ? [] : wholeOrder.filter((one) => ids.has(one));
  const at = order.indexOf(id ?? '');
  const [before, after] = at < 0 ? [] : [ids.get(order[at - 1] ?? ''), ids.get(order[at + 1] ?? '')];
  const latest = useLatest({ player, open, order, before, after });
  const { offerSteps } = playerHandle;
  const isRunning = run !== undefined;
  const hasPrevious = run ? run.at > 0 : before !== undefined;
  const hasNext = isRunning || after !== undefined;

  useEffect(() => {
    const go = (step: 'before' | 'after', plays: boolean) => {
      const { player: list, [step]: entry } = latest.current;
      if (list.run) list[step === 'before' ? 'back' : 'skip'](plays);
      else if (entry) latest.current.open(latest.current.order, entry, plays);
    };
    return offerSteps({
      previous: hasPrevious ? (plays) => go('before', plays) : undefined,
      next: hasNext ? (plays) => go('after', plays) : undefined,
    });
  }, [offerSteps, latest, hasPrevious, hasNext]);
  return run ? run.order[run.at] : id;
}
