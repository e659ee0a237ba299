import { use, useEffect, useState } from 'react';
import { FilmPicturesContext } from './film-pictures.ts';
import styles from './library-list.module.css';
import type { LibraryEntry } from './library-record.ts';
import { scheduleDrawing } from './schedule-drawing.ts';

/** The picture of an entry's film, once its row has been in view for a moment. The row's text describes it. */
export function FilmImage({ entry }: { entry: LibraryEntry }) {
  const pictures = use(FilmPicturesContext);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isOver = false;
    async function show() {
      const picture = await pictures?.of(entry, () => !isOver);
      if (isOver || !picture) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    }
    // Where the browser stores nothing, the row has its symbol.
    const cancel = scheduleDrawing(() => void show().catch(() => undefined));
    return () => {
      isOver = true;
      cancel();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [pictures, entry]);
  return url === undefined ? null : <img className={styles['image']} src={url} alt="" />;
}
