import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { PlayerSource } from '../source/source.ts';
import { BrowseEntries } from './browse-entries.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { LibraryActions } from './library-actions.tsx';
import type { LibraryCardProps } from './library-card.tsx';
import styles from './library-panel.module.css';
import type { LibraryEntry } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import { PairQuestions } from './pair-questions.tsx';
import { PlaylistsView } from './playlists-view.tsx';
import { useEntrySteps } from './use-entry-steps.ts';
import { useIsStoragePersistent } from './use-persistent-storage.ts';
import { usePlaylistPlayer } from './use-playlist-player.ts';

type View = 'all' | 'missing' | 'playlists';

/** The library: its entries, those with missing files, its playlists, and the actions on all of it. */
export function LibraryPanel({ playerHandle, onFilled, store }: LibraryCardProps & { store: LibraryStore }) {
  const { t, number } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const { phase, entries, damaged, reading } = useStore(store.state);
  const [view, setView] = useState<View>('all');
  const [editedId, setEditedId] = useState<string>();
  const persistence = useIsStoragePersistent();
  const player = usePlaylistPlayer(playerHandle, store);
  const [opened, setOpened] = useState<{ id: string; played: PlayerSource | undefined }>();
  useEntrySteps({ playerHandle, player, store, opened, open: (entry, plays) => void open(entry, plays).catch(report) });
  const edited = entries.find(({ entry }) => entry.id === editedId);
  const isFilled = entries.length > 0;
  useEffect(() => onFilled(isFilled), [onFilled, isFilled]);
  const lacking = entries.reduce((count, { missing }) => count + (missing === undefined ? 0 : 1), 0);

  async function open(entry: LibraryEntry, plays = false): Promise<void> {
    const isWanted = player.end();
    const sources = await store.sourcesOf(entry, true);
    if (!isWanted()) return;
    const lacksMedium = entry.medium !== undefined && sources.medium === undefined;
    if (lacksMedium)
      notifications.show({
        tone: 'warning',
        message: t('player.library.giveAgain', { name: entry.medium?.name ?? entry.title }),
        caption: t('player.library.giveAgain.how'),
      });
    if (sources.medium === undefined && sources.scripts.length === 0) setEditedId((shown) => shown ?? entry.id);
    else {
      setOpened({ id: entry.id, played: sources.medium ?? sources.scripts[0] });
      player.open(sources, { plays });
      playerHandle.show();
    }
  }

  if (phase === 'absent')
    return (
      <Card title={t('player.library')}>
        <p className={styles['note']}>{t('player.library.absent')}</p>
      </Card>
    );
  return (
    <Card
      title={t('player.library')}
      aside={<span className={styles['count']}>{t('player.library.count', { count: entries.length })}</span>}
    >
      {damaged > 0 && (
        <Alert
          tone="warning"
          title={t('player.library.damaged', { count: damaged })}
          action={
            <Button variant="quiet" onClick={() => store.forgetDamaged().catch(report)}>
              {t('player.library.damaged.forget')}
            </Button>
          }
        >
          {t('player.library.damaged.text')}
        </Alert>
      )}
      {edited !== undefined ? (
        <EntryEditor
          key={edited.entry.id}
          {...{ listed: edited, store }}
          onOpen={(entry) => void open(entry).catch(report)}
          onClose={() => setEditedId(undefined)}
        />
      ) : (
        <>
          <PairQuestions store={store} />
          <Segmented<View>
            label={t('player.library.view')}
            options={[
              { value: 'all', label: t('player.library.all') },
              { value: 'missing', label: t('player.library.missing', { count: number(lacking) }) },
              { value: 'playlists', label: t('player.library.playlists') },
            ]}
            value={view}
            onChange={setView}
          />
          {view === 'playlists' ? (
            <PlaylistsView {...{ store, player }} />
          ) : (
            <BrowseEntries
              {...{ store, entries }}
              onlyMissing={view === 'missing'}
              isLoading={phase === 'loading'}
              onOpen={(entry) => void open(entry).catch(report)}
              onEdit={({ id }) => setEditedId(id)}
            />
          )}
          {reading !== undefined && (
            <p className={styles['note']} role="status">
              {t('player.library.reading', { done: number(reading.done), of: number(reading.of) })}
            </p>
          )}
          <LibraryActions {...{ store, playerHandle }} onAdded={persistence.request} />
          <p className={styles['note']}>
            {t(persistence.isPersisted === true ? 'player.library.kept' : 'player.library.mayGo')}
          </p>
        </>
      )}
    </Card>
  );
}
