import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { EntryRow, type EntryRowActions } from './entry-row.tsx';
import styles from './library-list.module.css';
import type { ListedEntry } from './library-search.ts';

/** The height of a row at the letter size of the page, as in the style sheet. */
const rowPx = () => 5.5 * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
const OVERSCAN = 2;
const PAGE_ROWS = 6;

interface LibraryListProps extends EntryRowActions {
  readonly entries: readonly ListedEntry[];
  /** With another one the list begins at its top. */
  readonly queryKey: string;
  /** The id of the entry that was edited just now: its row receives the focus. */
  readonly returnsTo: RefObject<string | undefined>;
}

/** The entries; only those in view are rendered. Arrow keys, Page keys, Home and End go through them; Tab leaves. */
export function LibraryList({ entries, queryKey, returnsTo, ...actions }: LibraryListProps) {
  'use no memo'; // The virtualiser renders again, with the same object, when other rows come into view.
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const [heightPx] = useState(rowPx);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => heightPx,
    overscan: OVERSCAN,
  });
  const shown = rows.getVirtualItems();
  const current = Math.min(active, entries.length - 1);
  // The row that Tab reaches is always a rendered one.
  const isThere = shown.some(({ index }) => index === current);
  const reached = isThere ? current : shown[0]?.index;

  const shownKey = useRef(queryKey);
  useEffect(() => {
    if (shownKey.current === queryKey) return;
    shownKey.current = queryKey;
    box.current?.scrollTo(0, 0);
    setActive(0);
  }, [queryKey]);

  useEffect(() => {
    if (returnsTo.current === undefined) return;
    const index = entries.findIndex(({ entry }) => entry.id === returnsTo.current);
    if (index >= 0) goTo(index);
  });

  // The focus goes with its row, and does not stay on the element for another one.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!isThere && !wantsFocus.current && focused instanceof HTMLElement && box.current?.contains(focused))
      focused.blur();
  }, [isThere]);

  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${current}"] :is(button, input)`);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  function goTo(index: number) {
    wantsFocus.current = true;
    setActive(index);
    rows.scrollToIndex(index);
  }

  function moveTo(event: KeyboardEvent) {
    const moves: Readonly<Record<string, number>> = {
      ...{ ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: entries.length - 1 },
      ...{ PageDown: current + PAGE_ROWS, PageUp: current - PAGE_ROWS },
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    goTo(Math.min(Math.max(0, wanted), entries.length - 1));
  }

  return (
    <div ref={box} className={styles['box']}>
      <ul
        className={styles['list']}
        style={{ height: rows.getTotalSize() }}
        aria-label={t('player.library.entries')}
        onKeyDown={moveTo}
      >
        {shown.map(({ index, start }) => {
          const listed = entries[index];
          if (listed === undefined) return null;
          return (
            <li
              // Rows that come into view take the elements of those that go: making anew hundreds of them takes whole frames.
              key={index % shown.length}
              className={styles['row']}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              data-row={index}
              onFocus={() => setActive(index)}
            >
              <EntryRow listed={listed} tabIndex={index === reached ? 0 : -1} {...actions} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
