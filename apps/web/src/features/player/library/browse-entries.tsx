import { useDeferredValue, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AddToPlaylist } from './add-to-playlist.tsx';
import { LibraryList } from './library-list.tsx';
import styles from './library-panel.module.css';
import type { LibraryEntry } from './library-record.ts';
import { allTagsOf, type ListedEntry, search } from './library-search.ts';
import type { LibraryStore } from './library-store.ts';

interface BrowseEntriesProps {
  readonly store: LibraryStore;
  readonly entries: readonly ListedEntry[];
  readonly onlyMissing: boolean;
  readonly isLoading: boolean;
  readonly onOpen: (entry: LibraryEntry) => void;
  readonly onEdit: (entry: LibraryEntry) => void;
}

/** The entries of the library, with a search. */
export function BrowseEntries({ store, entries, onlyMissing, isLoading, onOpen, onEdit }: BrowseEntriesProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [wantedTag, setTag] = useState('');
  const typed = useDeferredValue(text);
  const tags = useMemo(() => allTagsOf(entries), [entries]);
  const tag = tags.includes(wantedTag) ? wantedTag : '';
  const found = useMemo(() => search(entries, { text: typed, tag, onlyMissing }), [entries, typed, tag, onlyMissing]);
  const isFiltered = typed.trim() !== '' || tag !== '';

  if (entries.length === 0)
    return <p className={styles['note']}>{t(isLoading ? 'player.library.loading' : 'player.library.empty')}</p>;
  return (
    <>
      <div className={styles['filters']}>
        <TextField
          label={t('player.library.search')}
          type="search"
          autoComplete="off"
          hint={isFiltered ? t('player.library.found', { count: found.length }) : ' '}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {tags.length > 0 && (
          <Select
            label={t('player.library.tag')}
            options={[
              { value: '', label: t('player.library.tag.any') },
              ...tags.map((one) => ({ value: one, label: one })),
            ]}
            value={tag}
            onChange={setTag}
          />
        )}
      </div>
      {found.length > 0 ? (
        <LibraryList entries={found} onOpen={onOpen} onEdit={onEdit} />
      ) : (
        <p className={styles['note']}>{t(isFiltered ? 'player.library.none' : 'player.library.noneMissing')}</p>
      )}
      {isFiltered && found.length > 0 && <AddToPlaylist store={store} ids={found.map(({ entry }) => entry.id)} />}
    </>
  );
}
