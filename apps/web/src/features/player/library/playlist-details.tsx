import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlayerPlay, IconPlayerSkipForward } from '../../../ui/icons.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './library-panel.module.css';
import { PLAYLIST_REPEAT_MODES, type Playlist, type PlaylistRepeatMode } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import { applyOrderOfShownEntries } from './playlist-change.ts';
import { PlaylistOrderList } from './playlist-order-list.tsx';
import { RemoveButton } from './remove-button.tsx';
import type { PlaylistPlayer } from './use-playlist-player.ts';

const REPEAT_TEXTS: Readonly<Record<PlaylistRepeatMode, MessageKey>> = {
  off: 'player.library.repeat.off',
  all: 'player.library.repeat.all',
  one: 'player.library.repeat.one',
};

interface PlaylistPartProps {
  readonly store: LibraryStore;
  readonly player: PlaylistPlayer;
  readonly playlist: Playlist;
}

/** One playlist: its settings, and its entries in their order. */
export function PlaylistDetails({ store, player, playlist }: PlaylistPartProps) {
  const { t } = useTexts();
  const report = useShowError();
  const entries = useStore(store.state, (state) => state.entries);
  const playerRepeats = useSetting(({ localPlayer }) => localPlayer.loop);
  const isPlaying = player.run?.playlistId === playlist.id;
  const change = (part: (newest: Playlist) => Partial<Playlist>) =>
    void store.changePlaylist(playlist.id, (newest) => ({ ...newest, ...part(newest) })).catch(report);
  const isEmpty = playlist.entryIds.length === 0;

  return (
    <section className="grid gap-12" aria-label={playlist.name}>
      <h3 className="semibold text-md break">{playlist.name}</h3>
      <div className={styles['actions']}>
        <Button
          variant="primary"
          disabled={isEmpty}
          icon={<IconPlayerPlay size={20} aria-hidden="true" />}
          onClick={() => player.play(playlist)}
        >
          {t('player.library.playlist.play')}
        </Button>
        {isPlaying && (
          <Button icon={<IconPlayerSkipForward size={20} aria-hidden="true" />} onClick={() => player.skip(true)}>
            {t('player.library.playlist.next')}
          </Button>
        )}
      </div>
      {isPlaying && playerRepeats && <p className="note">{t('player.library.playlist.waits')}</p>}
      {isEmpty ? (
        <p className="note">{t('player.library.playlist.empty')}</p>
      ) : (
        <PlaylistOrderList
          {...{ playlist, entries }}
          playingId={isPlaying ? player.run?.order[player.run.at] : undefined}
          onOrder={(ids) =>
            change((newest) => ({ entryIds: applyOrderOfShownEntries(newest.entryIds, playlist.entryIds, ids) }))
          }
          onPlay={(id) => player.play(playlist, id)}
        />
      )}
      {/* While it plays, both are in the panel of what comes next. */}
      {!isPlaying && (
        <>
          <Segmented<PlaylistRepeatMode>
            label={t('player.library.repeat')}
            options={PLAYLIST_REPEAT_MODES.map((value) => ({ value, label: t(REPEAT_TEXTS[value]) }))}
            value={playlist.repeat}
            onChange={(repeat) => change(() => ({ repeat }))}
          />
          <Switch
            label={t('player.library.shuffle')}
            checked={playlist.shuffle}
            onChange={(shuffle) => change(() => ({ shuffle }))}
          />
        </>
      )}
      <div className={styles['actions']}>
        <RemoveButton
          label={t('player.library.playlist.remove')}
          confirm={t('player.library.playlist.remove.yes')}
          onRemove={() => void store.removePlaylist(playlist).catch(report)}
        />
      </div>
    </section>
  );
}
