import { decodePlaylist, LIBRARY_RECORD_VERSION, type Playlist, recordToStore } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';

/** The actions on playlists. They reject where the browser cannot store. */
export interface PlaylistActions {
  newPlaylist(name: string): Promise<Playlist>;
  /**
   * Changes the newest record of a playlist, which another tab may have written; returns the written one. A removed playlist
   * is not written.
   */
  changePlaylist(id: string, change: (newest: Playlist) => Playlist): Promise<Playlist | undefined>;
  removePlaylist(playlist: Playlist): Promise<void>;
}

/** Creates the actions on the playlists of a database; `show` changes the playlists that are listed. */
export function createPlaylistActions(
  open: () => Promise<LibraryDatabase>,
  newId: () => string,
  show: (change: (listed: readonly Playlist[]) => readonly Playlist[]) => void,
): PlaylistActions {
  return {
    async newPlaylist(name) {
      const fresh: Playlist = {
        ...{ version: LIBRARY_RECORD_VERSION, id: newId(), name, entryIds: [], repeat: 'off', shuffle: false },
      };
      const playlist = recordToStore(fresh, decodePlaylist);
      await (await open()).put('playlists', playlist, playlist.id);
      show((listed) => [...listed, playlist]);
      return playlist;
    },
    async changePlaylist(id, change) {
      const changing = (await open()).transaction('playlists', 'readwrite');
      const newest = decodePlaylist(await changing.store.get(id));
      const playlist = newest && recordToStore(change(newest), decodePlaylist);
      await Promise.all([playlist && changing.store.put(playlist, id), changing.done]);
      show((listed) => listed.flatMap((one) => (one.id === id ? (playlist ?? []) : one)));
      return playlist;
    },
    async removePlaylist({ id }) {
      await (await open()).delete('playlists', id);
      show((listed) => listed.filter((one) => one.id !== id));
    },
  };
}
