import { isStopBegun } from '@tactus/sdk';
import { useEffect, useRef, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useStartInThisTab } from '../../../device/session/use-start-in-this-tab.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { useRandom } from '../../../ui/time-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import type { PlayerEntry, PlayerHandle } from '../session/player-handle.ts';
import type { PlayerSource } from '../source/source.ts';
import type { LibraryEntry, Playlist } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import {
  beginPlaylistRun,
  nextPlaylistRun,
  type PlaylistRun,
  previousInPlaylistRun,
  reorderPlaylistRun,
  skipInPlaylistRun,
  updatePlaylistRun,
} from './playlist-order.ts';

/** A playing playlist, and the actions on it. */
export interface PlaylistPlayer {
  readonly run: PlaylistRun | undefined;
  /** Plays a playlist, from an entry or from its start. */
  play(playlist: Playlist, first?: string): void;
  /** Skips the open entry. With `plays` the next one starts as soon as it can. */
  skip(plays: boolean): void;
  /** Goes back to the entry before; does nothing at the first. With `plays` it starts as soon as it can. */
  back(plays: boolean): void;
  /** Opens the entry at a place of the playing playlist. */
  jump(at: number): void;
  /** Brings the rest of the playing playlist into the order of its setting. */
  reorder(): void;
  /** Follows a change of the entries of the playing playlist. */
  update(): void;
  /** Ends the playlist; the open entry stays open. The returned function reports whether nothing was requested since. */
  end(): () => boolean;
  /** Opens sources outside a playlist in the player. */
  open(sources: PlayerEntry, how?: { readonly plays: boolean }): void;
}

/** Plays playlists on the player: at the end of an entry the next one is opened and played. */
export function usePlaylistPlayer(playerHandle: PlayerHandle, store: LibraryStore): PlaylistPlayer {
  const { t } = useTexts();
  const device = useDevice();
  const random = useRandom();
  const notifications = useNotifications();
  const report = useShowError();
  const startHere = useStartInThisTab();
  const [run, setRun] = useState<PlaylistRun>();
  /** The sources opened last: once others are open, the run is over. */
  const [opened, setOpened] = useState<PlayerSource>();
  const { show, onEnded, current } = playerHandle;
  /** Changes with every request: work for an earlier one is dropped. */
  const turn = useRef(0);
  /** The sources opened by the playlist and not reported open yet: their opening is no request of the person. */
  const coming = useRef<PlayerSource>(undefined);

  const playlistOf = (id: string) => store.state.getState().playlists.find((one) => one.id === id);
  const entryOf = (id: string | undefined): LibraryEntry | undefined =>
    store.state.getState().entries.find(({ entry }) => entry.id === id)?.entry;

  /** A run as its playlist is now. */
  function updated(known: PlaylistRun): PlaylistRun {
    const playlist = playlistOf(known.playlistId);
    return playlist ? updatePlaylistRun(known, playlist) : known;
  }

  function open(sources: PlayerEntry, how?: { readonly plays: boolean }): void {
    coming.current = playedOf(sources);
    playerHandle.open(sources, how);
  }

  /** Opens the present entry of a run, or the next one that can be opened. */
  async function go(wanted: PlaylistRun | undefined, mayPrompt: boolean, mayPlay = true): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    const before = device.store.getState();
    let at = wanted;
    for (let tries = at?.order.length ?? 0; at !== undefined && tries > 0; tries -= 1) {
      const entry = entryOf(at.order[at.at]);
      const sources = entry && (await store.sourcesOf(entry, mayPrompt));
      if (turn.current !== mine) return;
      const isWhole = sources !== undefined && (entry?.medium === undefined || sources.medium !== undefined);
      if (entry && isWhole) {
        // The playlist may have been changed while the files were opened.
        setRun(updated(at));
        setOpened(playedOf(sources));
        // Opening a file may take long: after a Stop meanwhile nothing starts by itself.
        const plays = mayPlay && !isStopBegun(device.store.getState(), before);
        open(sources, { plays });
        // The page scrolls for a person's request only, not for an automatic next entry.
        if (mayPrompt) show();
        return;
      }
      if (entry) notifications.show({ tone: 'warning', message: t('player.library.leftOut', { title: entry.title }) });
      const playlist = playlistOf(at.playlistId);
      at = playlist && skipInPlaylistRun(at, playlist, random);
    }
    setRun(undefined);
  }

  /** Opens an entry by a press. One that does not play takes no control from another tab. */
  function step(wanted: PlaylistRun | undefined, plays: boolean): void {
    const begin = () => void go(wanted, true, plays).catch(report);
    if (plays) startHere(begin);
    else begin();
  }

  const ended = useLatest((mayPlay: boolean) => {
    const playlist = run && playlistOf(run.playlistId);
    go(playlist && nextPlaylistRun(run, playlist, random), false, mayPlay).catch(report);
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
  useEffect(() => (isRunning ? onEnded((mayPlay) => ended.current(mayPlay)) : undefined), [isRunning, onEnded, ended]);

  return {
    run,
    play: (playlist, first) => step(beginPlaylistRun(playlist, random, first), true),
    skip(plays) {
      const playlist = run && playlistOf(run.playlistId);
      step(playlist && skipInPlaylistRun(run, playlist, random), plays);
    },
    back(plays) {
      const before = run && previousInPlaylistRun(run);
      if (before) step(before, plays);
    },
    jump(at) {
      if (run?.order[at] !== undefined) step({ ...run, at }, true);
    },
    reorder() {
      const playlist = run && playlistOf(run.playlistId);
      if (playlist) setRun(reorderPlaylistRun(run, playlist, random));
    },
    update: () => setRun((now) => now && updated(now)),
    end() {
      turn.current += 1;
      const mine = turn.current;
      setRun(undefined);
      return () => turn.current === mine;
    },
    open,
  };
}

const playedOf = ({ medium, scripts }: PlayerEntry): PlayerSource | undefined => medium ?? scripts[0];
