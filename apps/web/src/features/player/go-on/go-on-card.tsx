import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useCatalogPart, useTexts } from '../../../i18n/text.tsx';
import { reopening } from '../../../settings/reopening.ts';
import { useSetting } from '../../../settings/use-settings.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import { IconPlayerPlayFilled } from '../../../ui/icons.ts';
import { EntryPicture } from '../library/entry-picture.tsx';
import {
  createFilmPictures,
  type FilmPictures,
  FilmPicturesContext,
  openPictureTable,
} from '../library/film-pictures.ts';
import { ThumbnailPicture } from '../library/thumbnail-picture.tsx';
import styles from './go-on-card.module.css';
import { type LastPlayed, readLastPlayed } from './last-played.ts';
import { goOnWith } from './use-go-on.ts';

/**
 * The film played last, for the home page: opens the player at the place at which it ended. Nothing where there is none.
 * `onRead` is called once that is known, and the card is shown.
 */
export function GoOnCard({ onRead }: { onRead: () => void }) {
  const [last, setLast] = useState<LastPlayed | 'none'>();
  useEffect(() => {
    // A browser without a database has no library.
    readLastPlayed().then(
      (read) => setLast(read ?? 'none'),
      () => setLast('none'),
    );
  }, []);
  const hasTexts = useCatalogPart('player');
  const isRead = last === 'none' || (last !== undefined && hasTexts);
  const showsTitle = useSetting(({ localPlayer }) => localPlayer.showTitle);
  // Its height depends on whether it has a title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is told anew.
  useLayoutEffect(() => {
    if (isRead) onRead();
  }, [isRead, showsTitle, last]);
  return isRead && last !== 'none' ? <LinkTo {...{ last, showsTitle }} /> : null;
}

function LinkTo({ last: { entry, leftAtMs }, showsTitle }: { last: LastPlayed; showsTitle: boolean }) {
  const { t } = useTexts();
  const pictures = useStoredPictures(showsTitle);
  const { durationMs, thumbnail, title } = entry;
  return (
    <Link to="/local" state={goOnWith(entry)} className={styles['card']}>
      <span className="grid shrink gap-4">
        <span className={showsTitle ? styles['about'] : styles['title']}>{t('player.goOn')}</span>
        {showsTitle && <span className={styles['title']}>{title}</span>}
        {thumbnail !== '' && <ThumbnailPicture thumbnail={thumbnail} />}
      </span>
      <FilmPicturesContext value={pictures}>
        <EntryPicture entry={entry}>
          {durationMs > leftAtMs && t('player.goOn.left', { time: formatClockTime(durationMs - leftAtMs) })}
        </EntryPicture>
      </FilmPicturesContext>
      <span className={styles['play']}>
        <IconPlayerPlayFilled size={22} aria-hidden="true" />
      </span>
    </Link>
  );
}

/** The pictures that the library has taken; none is taken here. */
function useStoredPictures(isShown: boolean): FilmPictures | undefined {
  const [pictures, setPictures] = useState<FilmPictures>();
  useEffect(() => {
    if (!isShown) return;
    const table = reopening(openPictureTable);
    const none = () => Promise.resolve(undefined);
    setPictures(createFilmPictures({ table, fileOf: none, take: none, onLength: () => undefined }));
    return () => {
      setPictures(undefined);
      table()
        .then((opened) => opened.close())
        .catch(() => undefined);
    };
  }, [isShown]);
  return pictures;
}
