import { useTexts } from '../../../i18n/text.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconDots } from '../../../ui/icons.ts';
import { EntryPicture } from './entry-picture.tsx';
import { useEntrySubtitle } from './entry-subtitle.ts';
import styles from './library-list.module.css';
import type { LibraryEntry } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
import { ThumbnailPicture } from './thumbnail-picture.tsx';

/** What a row of the list does. */
export interface EntryRowActions {
  readonly onOpen: (entry: LibraryEntry) => void;
  readonly onEdit: (entry: LibraryEntry) => void;
  /** While rows are chosen: the ids of the chosen ones, and what a press on a row does then. */
  readonly choice?: { readonly ids: ReadonlySet<string>; readonly toggle: (id: string) => void } | undefined;
}

/** The content of a row: the entry with its picture, length and heatmap, and its buttons, or a checkbox while rows are chosen. */
export function EntryRow({
  listed,
  tabIndex,
  onOpen,
  onEdit,
  choice,
}: EntryRowActions & { listed: ListedEntry; tabIndex: number }) {
  const { t } = useTexts();
  const { entry, missing } = listed;
  if (choice)
    return (
      <label className={styles['open']} data-choosing>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          checked={choice.ids.has(entry.id)}
          onChange={() => choice.toggle(entry.id)}
        />
        <EntryFacts listed={listed} />
      </label>
    );
  return (
    <>
      <button type="button" className={styles['open']} tabIndex={tabIndex} onClick={() => onOpen(entry)}>
        <EntryFacts listed={listed} />
      </button>
      {missing === 'script' && (
        <button
          type="button"
          className={styles['find']}
          tabIndex={tabIndex}
          aria-label={t('player.library.findScript.of', { title: entry.title })}
          onClick={() => onEdit(entry)}
        >
          {t('player.library.findScript')}
        </button>
      )}
      <IconButton
        label={t('player.library.edit', { title: entry.title })}
        tabIndex={tabIndex}
        onClick={() => onEdit(entry)}
      >
        <IconDots size={20} aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The title comes first, so that it begins the name of the button; the picture is moved before it by the style sheet. */
function EntryFacts({ listed }: { listed: ListedEntry }) {
  const words = useEntrySubtitle();
  const { entry, missing } = listed;
  // A script without a film plays alone.
  const isLacking = missing === 'script' || (missing === 'medium' && entry.medium !== undefined);
  return (
    <>
      <span className={styles['words']} data-room={missing === 'script' || undefined}>
        <span className={styles['title']}>{entry.title}</span>
        <span className={styles['about']} data-missing={isLacking || undefined}>
          {words(listed)}
        </span>
        {entry.thumbnail !== '' && <ThumbnailPicture thumbnail={entry.thumbnail} />}
      </span>
      <EntryPicture entry={entry}>{entry.durationMs > 0 && formatClockTime(entry.durationMs)}</EntryPicture>
    </>
  );
}
