import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { AddMenu } from './add-menu.tsx';
import { BrowseEntries } from './browse-entries.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { KeepFilmsQuestion } from './keep-films-question.tsx';
import { LibraryActions } from './library-actions.tsx';
import type { LibraryCardProps } from './library-card.tsx';
import styles from './library-panel.module.css';
import type { LibraryStore } from './library-store.ts';
import { PairQuestions } from './pair-questions.tsx';
import { PlaylistsView } from './playlists-view.tsx';
import { useEntryOfLink } from './use-entry-of-link.ts';
import { useLibraryQuery } from './use-library-query.ts';
import { useOpenEntry } from './use-open-entry.ts';
import { useIsStoragePersistent } from './use-persistent-storage.ts';
import { usePlaylistPlayer } from './use-playlist-player.ts';
import { usePlaylistQueue } from './use-playlist-queue.ts';

type View = 'all' | 'missing' | 'playlists';

/** The library: its entries, those with missing files, its playlists, and the actions on all of it. */
export function LibraryPanel(props: LibraryCardProps & { store: LibraryStore }) {
  const { playerHandle, openFiles, onChooseFiles, onFilled, store } = props;
  const { t, number } = useTexts();
  const report = useShowError();
  const { phase, entries, damaged, reading } = useStore(store.state);
  const [view, setView] = useState<View>('all');
  const [editedId, setEditedId] = useState<string>();
  const returnsTo = useRef<string>(undefined);
  const [isAdding, setAdding] = useState(false);
  const addMenuId = useId();
  const persistence = useIsStoragePersistent();
  // A list that is shown later, such as after another search, takes no focus.
  useEffect(() => {
    returnsTo.current = undefined;
  });
  const player = usePlaylistPlayer(playerHandle, store);
  usePlaylistQueue(playerHandle, player, store);
  const query = useLibraryQuery(entries, view === 'missing');
  const { open, openAtRest } = useOpenEntry({
    ...{ playerHandle, player, store, listed: query.found },
    onNothing: ({ id }) => setEditedId((shown) => shown ?? id),
  });
  useEntryOfLink(props, phase === 'ready', (id) => {
    const found = entries.find(({ entry }) => entry.id === id);
    if (found) openAtRest(found.entry).then(props.onGoOn, report);
  });
  const edited = entries.find(({ entry }) => entry.id === editedId);
  const isFilled = entries.length > 0;
  useEffect(() => onFilled(isFilled), [onFilled, isFilled]);
  const lacking = entries.reduce((count, { missing }) => count + (missing === undefined ? 0 : 1), 0);

  if (phase === 'absent' || phase === 'newer')
    return (
      <Card title={t('player.library')}>
        <p className="note">{t(phase === 'newer' ? 'player.library.newer' : 'player.library.absent')}</p>
      </Card>
    );
  return (
    <Card
      title={t('player.library')}
      aside={
        <span className={styles['head']}>
          <span className={styles['count']} role="status">
            {query.isFiltered && view !== 'playlists'
              ? t('player.library.found', { count: query.found.length })
              : t('player.library.count', { count: entries.length })}
          </span>
          <Button
            icon={<IconPlus size={20} aria-hidden="true" />}
            aria-expanded={isAdding}
            aria-controls={isAdding ? addMenuId : undefined}
            onClick={() => setAdding(!isAdding)}
          >
            {t('player.library.addMenu')}
          </Button>
        </span>
      }
    >
      <AddMenu
        {...{ store, playerHandle, openFiles, onChooseFiles }}
        id={addMenuId}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={persistence.request}
      />
      {reading !== undefined && (
        <p className="note" role="status">
          {t('player.library.reading', { done: number(reading.done), of: number(reading.of) })}
        </p>
      )}
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
          onOpen={open}
          onClose={() => {
            returnsTo.current = editedId;
            setEditedId(undefined);
          }}
          onKept={persistence.request}
        />
      ) : (
        <>
          <PairQuestions store={store} />
          <KeepFilmsQuestion store={store} onKept={persistence.request} />
          <div className={styles['views']}>
            <Segmented<View>
              label={t('player.library.view')}
              options={[
                { value: 'all', label: t('player.library.all') },
                ...(lacking > 0 || view === 'missing'
                  ? [{ value: 'missing' as const, label: t('player.library.missing', { count: number(lacking) }) }]
                  : []),
                { value: 'playlists', label: t('player.library.playlists') },
              ]}
              value={view}
              onChange={setView}
            />
          </div>
          {view === 'playlists' ? (
            <PlaylistsView {...{ store, player }} />
          ) : (
            <BrowseEntries
              {...{ store, query, returnsTo }}
              total={entries.length}
              isLoading={phase === 'loading'}
              onOpen={open}
              onEdit={({ id }) => setEditedId(id)}
            />
          )}
          <LibraryActions store={store} onAdded={persistence.request} />
          <p className="note">{t(persistence.isPersisted === true ? 'player.library.kept' : 'player.library.mayGo')}</p>
        </>
      )}
    </Card>
  );
}
