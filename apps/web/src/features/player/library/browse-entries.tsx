import { type RefObject, useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconListCheck } from '../../../ui/icons.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { AddToPlaylist } from './add-to-playlist.tsx';
import { ChooseEntries } from './choose-entries.tsx';
import { LibraryFiltersBar } from './library-filters.tsx';
import { LibraryList } from './library-list.tsx';
import styles from './library-panel.module.css';
import type { LibraryEntry } from './library-record.ts';
import type { LibraryStore } from './library-store.ts';
import type { LibraryQueryState } from './use-library-query.ts';

interface BrowseEntriesProps {
  readonly store: LibraryStore;
  readonly query: LibraryQueryState;
  /** How many entries the library has. */
  readonly total: number;
  readonly isLoading: boolean;
  /** The id of the entry that was edited just now. */
  readonly returnsTo: RefObject<string | undefined>;
  readonly onOpen: (entry: LibraryEntry) => void;
  readonly onEdit: (entry: LibraryEntry) => void;
}

/** With fewer entries a search, an order and filters are of no use: they would push the rows down. */
const FEW_ENTRIES = 8;

/** The entries of the library, with a search, an order and filters where there are many. */
export function BrowseEntries({ store, query, total, isLoading, returnsTo, onOpen, onEdit }: BrowseEntriesProps) {
  const { t } = useTexts();
  const { text, setText, found, isFiltered } = query;
  /** The ids of the chosen entries; undefined while a press on a row opens it. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>();

  function toggle(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  const isFew = total < FEW_ENTRIES && !isFiltered && text === '';
  const chooseButton = chosen === undefined && (
    <Button icon={<IconListCheck size={20} aria-hidden="true" />} onClick={() => setChosen(new Set())}>
      <span>{t('player.library.choose')}</span>
    </Button>
  );

  if (total === 0) return <p className="note">{t(isLoading ? 'player.library.loading' : 'player.library.empty')}</p>;
  return (
    <>
      {!isFew && (
        <div className={styles['filters']}>
          <TextField
            label={t('player.library.search')}
            labelHidden
            type="search"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <LibraryFiltersBar query={query}>{chooseButton}</LibraryFiltersBar>
        </div>
      )}
      {chosen !== undefined && (
        <ChooseEntries {...{ store, found, chosen }} onChoose={setChosen} onDone={() => setChosen(undefined)} />
      )}
      {found.length > 0 ? (
        <LibraryList
          entries={found}
          queryKey={query.key}
          {...{ returnsTo, onOpen, onEdit }}
          choice={chosen && { ids: chosen, toggle }}
        />
      ) : (
        <p className="note">{t(isFiltered ? 'player.library.none' : 'player.library.noneMissing')}</p>
      )}
      {isFiltered && chosen === undefined && found.length > 0 && (
        <AddToPlaylist store={store} ids={found.map(({ entry }) => entry.id)} />
      )}
      {isFew && total > 1 && <div className={styles['actions']}>{chooseButton}</div>}
    </>
  );
}
