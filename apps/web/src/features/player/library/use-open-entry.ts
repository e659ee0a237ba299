import { isStopBegun } from '@tactus/sdk';
import { useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useStartInThisTab } from '../../../device/session/use-start-in-this-tab.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import type { PlayerEntry, PlayerHandle } from '../session/player-handle.ts';
import type { LibraryEntry } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
import type { LibraryStore } from './library-store.ts';
import { type OpenedEntry, useEntrySteps } from './use-entry-steps.ts';
import { useNotePlayed } from './use-note-played.ts';
import type { PlaylistPlayer } from './use-playlist-player.ts';

interface OpenEntryParts {
  readonly playerHandle: PlayerHandle;
  readonly player: PlaylistPlayer;
  readonly store: LibraryStore;
  /** The entries as they are listed: the next one is the next of these. */
  readonly listed: readonly ListedEntry[];
  /** Called for an entry without anything that can be opened. */
  readonly onNothing: (entry: LibraryEntry) => void;
}

/** Opens entries in the player, outside a playlist. */
export function useOpenEntry(parts: OpenEntryParts): {
  /** Opens an entry and plays it. */
  readonly open: (entry: LibraryEntry) => void;
  /** Opens an entry and plays nothing. Resolves with what is open of it. */
  readonly openAtRest: (entry: LibraryEntry) => Promise<PlayerEntry | undefined>;
} {
  const { playerHandle, player, store, listed, onNothing } = parts;
  const { t } = useTexts();
  const device = useDevice();
  const report = useShowError();
  const notifications = useNotifications();
  const startHere = useStartInThisTab();
  const [opened, setOpened] = useState<OpenedEntry>();
  const openId = useEntrySteps({
    ...{ playerHandle, player, store, opened, listed },
    open: (order, entry, plays) => void load(order, entry, plays).catch(report),
  });
  useNotePlayed(playerHandle, store, openId);

  async function load(order: readonly string[], entry: LibraryEntry, plays: boolean) {
    const isWanted = player.end();
    const before = device.store.getState();
    const sources = await store.sourcesOf(entry, true);
    if (!isWanted()) return undefined;
    const lacksMedium = entry.medium !== undefined && sources.medium === undefined;
    if (lacksMedium)
      notifications.show({
        tone: 'warning',
        message: t('player.library.giveAgain', { name: entry.medium?.name ?? entry.title }),
        caption: t('player.library.giveAgain.how'),
      });
    const played = sources.medium ?? sources.scripts[0];
    if (played === undefined) onNothing(entry);
    if (played === undefined) return undefined;
    setOpened({ id: entry.id, played, order });
    // A script whose film is missing does not begin by itself: the person pressed on the film. Nor does anything after a Stop.
    const starts = plays && !lacksMedium && !isStopBegun(device.store.getState(), before);
    player.open(sources, { plays: starts });
    return sources;
  }

  const order = () => listed.map(({ entry: { id } }) => id);
  return {
    open: (entry) => startHere(() => void load(order(), entry, true).then(() => playerHandle.show(), report)),
    openAtRest: (entry) => load(order(), entry, false),
  };
}
