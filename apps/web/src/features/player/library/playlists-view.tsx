import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './library-panel.module.css';
import { LONGEST_NAME } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import { PlaylistDetails } from './playlist-details.tsx';
import type { PlaylistPlayer } from './use-playlist-player.ts';

/** The playlists: one is shown, with a choice of the others. */
export function PlaylistsView({ store, player }: { store: LibraryStore; player: PlaylistPlayer }) {
  const { t } = useTexts();
  const report = useShowError();
  const playlists = useStore(store.state, (state) => state.playlists);
  const [chosenId, setChosenId] = useState<string>();
  const [name, setName] = useState('');
  const playing = playlists.find(({ id }) => id === player.run?.playlistId);
  const chosen = playlists.find(({ id }) => id === chosenId) ?? playing ?? playlists[0];

  function create(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') return;
    store.newPlaylist(name.trim()).then(({ id }) => {
      setChosenId(id);
      setName('');
    }, report);
  }

  return (
    <>
      {playlists.length > 1 && (
        <Select
          label={t('player.library.playlist')}
          options={playlists.map((playlist) => ({ value: playlist.id, label: playlist.name }))}
          value={chosen?.id ?? ''}
          onChange={setChosenId}
        />
      )}
      {chosen === undefined ? (
        <p className="note">{t('player.library.playlists.empty')}</p>
      ) : (
        <PlaylistDetails key={chosen.id} {...{ store, player }} playlist={chosen} />
      )}
      <form className={styles['create']} onSubmit={create}>
        <TextField
          label={t('player.library.playlist.new')}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('player.library.playlist.create')}
        </Button>
      </form>
    </>
  );
}
