import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { Select } from '../../../ui/select.tsx';
import type { LibraryStore } from './library-store.ts';
import { addToPlaylist, MAX_PLAYLIST_ENTRIES } from './playlist-change.ts';

/** The choice of a playlist that is made for the entries; no id of a playlist has a space. */
const NEW = ' new';

/** Adds entries to the end of a playlist, those that are not in it, or to a new one. */
export function AddToPlaylist({ store, ids }: { store: LibraryStore; ids: readonly string[] }) {
  const { t, number } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const playlists = useStore(store.state, (state) => state.playlists);

  async function add(id: string): Promise<void> {
    const name = t('player.library.addTo.name', { number: number(playlists.length + 1) });
    const playlist = id === NEW ? await store.newPlaylist(name) : playlists.find((one) => one.id === id);
    if (playlist === undefined) return;
    const done = await addToPlaylist(store, playlist.id, ids);
    const isFull = done !== undefined && done.leftOut > 0;
    notifications.show({
      // Another tab may have removed the playlist.
      tone: isFull || done === undefined ? 'warning' : 'positive',
      message: t('player.library.addedTo', { count: done?.added ?? 0, name: playlist.name }),
      ...(isFull && { caption: t('player.library.addedTo.most', { most: MAX_PLAYLIST_ENTRIES }) }),
    });
  }

  return (
    <Select
      label={t('player.library.addTo', { count: ids.length })}
      options={[
        { value: '', label: t('player.library.addTo.choose') },
        ...playlists.map(({ id, name }) => ({ value: id, label: name })),
        { value: NEW, label: t('player.library.addTo.new') },
      ]}
      value=""
      onChange={(id) => void add(id).catch(report)}
    />
  );
}
