import { useStore } from 'zustand';
import { useReportError } from '../../../device/use-report-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { Select } from '../../../ui/select.tsx';
import type { LibraryStore } from './library-store.ts';

/** More than this is no list that a person puts in order. */
const MOST_IN_PLAYLIST = 200;

/** Adds entries to the end of a playlist, those that are not in it. */
export function AddToPlaylist({ store, ids }: { store: LibraryStore; ids: readonly string[] }) {
  const { t } = useTexts();
  const report = useReportError();
  const notifications = useNotifications();
  const playlists = useStore(store.state, (state) => state.playlists);
  if (playlists.length === 0) return null;

  function add(id: string): void {
    const playlist = playlists.find((one) => one.id === id);
    if (playlist === undefined) return;
    const more = ids.filter((entryId) => !playlist.entryIds.includes(entryId));
    const entryIds = [...playlist.entryIds, ...more].slice(0, MOST_IN_PLAYLIST);
    const count = entryIds.length - playlist.entryIds.length;
    store.putPlaylist({ ...playlist, entryIds }).then(
      () =>
        notifications.show({
          tone: count < more.length ? 'warning' : 'positive',
          message: t('player.library.addedTo', { count, name: playlist.name }),
          ...(count < more.length && { caption: t('player.library.addedTo.most', { most: MOST_IN_PLAYLIST }) }),
        }),
      report,
    );
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
