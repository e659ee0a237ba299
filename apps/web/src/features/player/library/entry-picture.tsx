import type { ReactNode } from 'react';
import { IconMovie, IconMusic, IconTimeline } from '../../../ui/icons.ts';
import { kindOfFile } from '../source/file-kind.ts';
import { FilmImage } from './film-image.tsx';
import styles from './library-list.module.css';
import type { LibraryEntry } from './library-record.ts';

/** The picture of an entry, else the symbol of its kind, with a short text over the corner. */
export function EntryPicture({ entry, children }: { entry: LibraryEntry; children: ReactNode }) {
  return (
    <span className={styles['picture']}>
      <KindIcon entry={entry} />
      {entry.medium !== undefined && <FilmImage key={entry.id} entry={entry} />}
      {Boolean(children) && <span className={styles['length']}>{children}</span>}
    </span>
  );
}

function KindIcon({ entry: { medium } }: { entry: LibraryEntry }) {
  if (medium === undefined) return <IconTimeline size={26} stroke={1.4} aria-hidden="true" />;
  const isSound = kindOfFile(medium) === 'audio';
  return isSound ? (
    <IconMusic size={26} stroke={1.4} aria-hidden="true" />
  ) : (
    <IconMovie size={26} stroke={1.4} aria-hidden="true" />
  );
}
