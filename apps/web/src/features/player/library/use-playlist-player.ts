import { isStopBegun } from '@tactus/sdk';
import { useEffect, useRef, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useLatest } from '../../../device/session/use-latest.ts';
import { useReportError } from '../../../device/session/use-report-error.ts';
import { useStartHere } from '../../../device/session/use-start-here.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { useRandom } from '../../../ui/random-context.tsx';
import type { PlayerEntry, PlayerHandle } from '../session/player-handle.ts';
import type { Source } from '../source/source.ts';
import type { LibraryEntry, Playlist } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import { beginRun, nextPlaylistRun, type PlaylistRun, stepRun } from './playlist-order.ts';

/** A playlist that is being played. */
export interface PlaylistPlayer {
  readonly run: PlaylistRun | undefined;
  /** Plays it, from an entry or from its start. */
  play(playlist: Playlist, first?: string): void;
  /** Goes past the entry that is open. */
  skip(): void;
  /** What is open stays open; nothing follows it. What it gives tells whether nothing else was wanted since. */
  end(): () => boolean;
  /** Opens in the player what is of no playlist. */
  open(sources: PlayerEntry): void;
}

/** Plays playlists on the player: at the end of an entry the next one is opened and played. */
export function usePlaylistPlayer(playerHandle: PlayerHandle, store: LibraryStore): PlaylistPlayer {
  const { t } = useTexts();
  const device = useDevice();
  const random = useRandom();
  const notifications = useNotifications();
  const report = useReportError();
  const startHere = useStartHere();
  const [run, setRun] = useState<PlaylistRun>();
  /** What it opened last: once something else is open, the run is over. */
  const [opened, setOpened] = useState<Source>();
  const { show, onEnded, current } = playerHandle;
  /** Changes with everything that is wanted after it: what was on its way until then is not wanted any more. */
  const turn = useRef(0);
  /** What was opened from here and is not seen to be open yet: its coming is nothing else that is wanted. */
  const coming = useRef<Source>(undefined);

  const playlistOf = (id: string) => store.state.getState().playlists.find((one) => one.id === id);
  const entryOf = (id: string | undefined): LibraryEntry | undefined =>
    store.state.getState().entries.find(({ entry }) => entry.id === id)?.entry;

  function open(sources: PlayerEntry, how?: { readonly plays: boolean }): void {
    coming.current = playedOf(sources);
    playerHandle.open(sources, how);
  }

  /** Opens where a run is, or the next place where there is something to open. */
  async function go(wanted: PlaylistRun | undefined, mayPrompt: boolean): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    const before = device.store.getState();
    let at = wanted;
    for (let tries = at?.order.length ?? 0; at !== undefined && tries > 0; tries -= 1) {
      const entry = entryOf(at.order[at.at]);
      const sources = entry && (await store.sourcesOf(entry, mayPrompt));
      if (turn.current !== mine) return;
      const isWhole = sources !== undefined && (entry?.medium === undefined || sources.medium !== undefined);
      if (isWhole) {
        setRun(at);
        setOpened(playedOf(sources));
        // Files may take their time: after a Stop meanwhile nothing begins by itself.
        open(sources, { plays: !isStopBegun(device.store.getState(), before) });
        // A person asked for it; what follows by itself leaves the page where it is.
        if (mayPrompt) show();
        return;
      }
      if (entry) notifications.show({ tone: 'warning', message: t('player.library.leftOut', { title: entry.title }) });
      const playlist = playlistOf(at.playlistId);
      at = playlist && stepRun(at, playlist, random);
    }
    setRun(undefined);
  }

  const ended = useLatest(() => {
    const playlist = run && playlistOf(run.playlistId);
    go(playlist && nextPlaylistRun(run, playlist, random), false).catch(report);
  });
  const isPutAside = run !== undefined && opened !== current.played;
  useEffect(() => {
    if (isPutAside) setRun(undefined);
  }, [isPutAside]);
  const { played } = current;
  useEffect(() => {
    if (played !== coming.current) turn.current += 1;
    coming.current = undefined;
  }, [played]);
  useEffect(() => {
    return () => {
      turn.current += 1;
    };
  }, []);
  const isRunning = run !== undefined;
  useEffect(() => (isRunning ? onEnded(() => ended.current()) : undefined), [isRunning, onEnded, ended]);

  return {
    run,
    play: (playlist, first) => startHere(() => void go(beginRun(playlist, random, first), true).catch(report)),
    skip() {
      const playlist = run && playlistOf(run.playlistId);
      startHere(() => void go(playlist && stepRun(run, playlist, random), true).catch(report));
    },
    end() {
      turn.current += 1;
      const mine = turn.current;
      setRun(undefined);
      return () => turn.current === mine;
    },
    open,
  };
}

const playedOf = ({ medium, scripts }: PlayerEntry): Source | undefined => medium ?? scripts[0];
