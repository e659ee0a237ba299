import { IconDots } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEntrySubtitle } from './entry-subtitle.ts';
import styles from './library-list.module.css';
import type { LibraryEntry } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
import { ThumbnailPicture } from './thumbnail-picture.tsx';

const ROW_PX = 72;
const OVERSCAN = 4;
const PAGE_ROWS = 6;

interface LibraryListProps {
  readonly entries: readonly ListedEntry[];
  readonly onOpen: (entry: LibraryEntry) => void;
  readonly onEdit: (entry: LibraryEntry) => void;
}

/** The entries; only those in view are rendered. Arrow keys, Page keys, Home and End go through them; Tab leaves. */
export function LibraryList({ entries, onOpen, onEdit }: LibraryListProps) {
  'use no memo'; // The virtualiser renders again, with the same object, when other rows come into view.
  const { t } = useTexts();
  const words = useEntrySubtitle();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => entries[index]?.entry.id ?? index,
  });
  const shown = rows.getVirtualItems();
  const current = Math.min(active, entries.length - 1);
  // The row that Tab reaches is always a rendered one.
  const isThere = shown.some(({ index }) => index === current);
  const reached = isThere ? current : shown[0]?.index;

  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${current}"] button`);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  function moveTo(event: KeyboardEvent) {
    const moves: Readonly<Record<string, number>> = {
      ...{ ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: entries.length - 1 },
      ...{ PageDown: current + PAGE_ROWS, PageUp: current - PAGE_ROWS },
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(0, wanted), entries.length - 1);
    wantsFocus.current = true;
    setActive(next);
    rows.scrollToIndex(next);
  }

  return (
    <div ref={box} className={styles['box']}>
      <ul
        className={styles['list']}
        style={{ height: rows.getTotalSize() }}
        aria-label={t('player.library.entries')}
        onKeyDown={moveTo}
      >
        {shown.map(({ index, key, start }) => {
          const listed = entries[index];
          if (listed === undefined) return null;
          const { entry } = listed;
          const tabIndex = index === reached ? 0 : -1;
          return (
            <li
              key={key}
              className={styles['row']}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              data-row={index}
              onFocus={() => setActive(index)}
            >
              <button type="button" className={styles['open']} tabIndex={tabIndex} onClick={() => onOpen(entry)}>
                <ThumbnailPicture thumbnail={entry.thumbnail} />
                <span className={styles['words']}>
                  <span className={styles['title']}>{entry.title}</span>
                  <span className={styles['about']} data-missing={listed.missing !== undefined || undefined}>
                    {words(listed)}
                  </span>
                </span>
              </button>
              <IconButton
                label={t('player.library.edit', { title: entry.title })}
                tabIndex={tabIndex}
                onClick={() => onEdit(entry)}
              >
                <IconDots size={20} aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
