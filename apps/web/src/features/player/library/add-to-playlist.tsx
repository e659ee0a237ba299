import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { Select } from '../../../ui/select.tsx';
import type { LibraryStore } from './library-store.ts';
import { addToPlaylist, MAX_PLAYLIST_ENTRIES } from './playlist-change.ts';

/** Adds entries to the end of a playlist, those that are not in it. */
export function AddToPlaylist({ store, ids }: { store: LibraryStore; ids: readonly string[] }) {
  const { t } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const playlists = useStore(store.state, (state) => state.playlists);
  if (playlists.length === 0) return null;

  function add(id: string): void {
    const playlist = playlists.find((one) => one.id === id);
    if (playlist === undefined) return;
    addToPlaylist(store, id, ids).then((done) => {
      const isFull = done !== undefined && done.leftOut > 0;
      notifications.show({
        // Another tab may have removed the playlist.
        tone: isFull || done === undefined ? 'warning' : 'positive',
        message: t('player.library.addedTo', { count: done?.added ?? 0, name: playlist.name }),
        ...(isFull && { caption: t('player.library.addedTo.most', { most: MAX_PLAYLIST_ENTRIES }) }),
      });
    }, report);
  }

  return (
    <Select
      label={t('player.library.addTo', { count: ids.length })}
      options={[
        { value: '', label: t('player.library.addTo.choose') },
        ...playlists.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value=""
      onChange={add}
    />
  );
}
