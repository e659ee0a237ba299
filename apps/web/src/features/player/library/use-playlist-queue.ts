import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import type { PlayerHandle } from '../session/player-handle.ts';
import type { Playlist } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import type { PlaylistPlayer } from './use-playlist-player.ts';

/** Offers the playing playlist to the player: its order, and its settings. */
export function usePlaylistQueue({ offerQueue }: PlayerHandle, player: PlaylistPlayer, store: LibraryStore): void {
  const report = useShowError();
  const entries = useStore(store.state, (state) => state.entries);
  const playlists = useStore(store.state, (state) => state.playlists);
  const { run } = player;
  const playlist = playlists.find(({ id }) => id === run?.playlistId);
  const titles = useMemo(() => new Map(entries.map(({ entry }) => [entry.id, entry.title])), [entries]);
  const latest = useLatest({
    player,
    change(part: Partial<Playlist>) {
      if (playlist) void store.changePlaylist(playlist.id, (newest) => ({ ...newest, ...part })).catch(report);
    },
  });

  useEffect(() => {
    if (run === undefined || playlist === undefined) return;
    const { name, repeat, shuffle } = playlist;
    return offerQueue({
      ...{ name, repeat, shuffle, at: run.at },
      entries: run.order.map((id) => ({ id, title: titles.get(id) ?? '' })),
      jump: (at) => latest.current.player.jump(at),
      setRepeat: (mode) => latest.current.change({ repeat: mode }),
      setShuffle: (on) => latest.current.change({ shuffle: on }),
    });
  }, [offerQueue, run, playlist, titles, latest]);

  const { id, shuffle, entryIds } = playlist ?? {};
  const before = useRef({ id, shuffle, entryIds });
  useEffect(() => {
    const last = before.current;
    before.current = { id, shuffle, entryIds };
    if (id !== last.id) return;
    if (shuffle !== last.shuffle) latest.current.player.reorder();
    else if (entryIds !== last.entryIds) latest.current.player.update();
  }, [id, shuffle, entryIds, latest]);
}
