import { useDeferredValue, useMemo, useState } from 'react';
import { openStorage } from '../../../settings/key-value-storage.ts';
import { useClock } from '../../../ui/time-context.tsx';
import { allTagsOf, type ListedEntry, search } from './library-search.ts';
import { countFilters, filterEntries, type LibraryView, readLibraryView, sortEntries } from './library-view.ts';

const STORAGE_KEY = 'tactus.library.view';

/** The typed search, the stored order and filters, and the entries found by them. */
export interface LibraryQueryState {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly tags: readonly string[];
  /** Empty: any. */
  readonly tag: string;
  readonly setTag: (tag: string) => void;
  readonly view: LibraryView;
  /** Changes order or filters, and stores them for the next visit. */
  readonly changeView: (part: Partial<LibraryView>) => void;
  /** Another search, order or filter has another key. */
  readonly key: string;
  /** In the order in which they are shown. */
  readonly found: readonly ListedEntry[];
  /** Whether a search or a filter may leave entries out. */
  readonly isFiltered: boolean;
}

/** Searches, filters and sorts the entries; `onlyMissing` leaves out those that have both halves. */
export function useLibraryQuery(entries: readonly ListedEntry[], onlyMissing: boolean): LibraryQueryState {
  const time = useClock();
  const [storage] = useState(() => openStorage(() => localStorage));
  const [openedAtMs] = useState(() => time.now());
  const [view, setView] = useState(() => readLibraryView(storage.getItem(STORAGE_KEY)));
  const [text, setText] = useState('');
  const [wantedTag, setTag] = useState('');
  const typed = useDeferredValue(text);
  const tags = useMemo(() => allTagsOf(entries), [entries]);
  const tag = tags.includes(wantedTag) ? wantedTag : '';
  const sorted = useMemo(() => sortEntries(entries, view.sort), [entries, view.sort]);
  const found = useMemo(
    () => filterEntries(search(sorted, { text: typed, tag, onlyMissing }), view, openedAtMs),
    [sorted, typed, tag, onlyMissing, view, openedAtMs],
  );

  function changeView(part: Partial<LibraryView>): void {
    const next = { ...view, ...part };
    setView(next);
    try {
      storage.setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // A full storage: order and filters hold as long as the page is open.
    }
  }

  const isFiltered = typed.trim() !== '' || tag !== '' || countFilters(view) > 0;
  const key = JSON.stringify([typed, tag, onlyMissing, view]);
  return { text, setText, tags, tag, setTag, view, changeView, key, found, isFiltered };
}
