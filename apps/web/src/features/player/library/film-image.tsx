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
    let isOver = false;
    async function show() {
      const picture = await pictures?.of(entry, () => !isOver);
      if (!isOver && picture) setUrl(URL.createObjectURL(picture));
    }
    // Where the browser stores nothing, the row has its symbol.
    const cancel = scheduleDrawing(() => void show().catch(() => undefined));
    return () => {
      isOver = true;
      cancel();
    };
  }, [pictures, entry]);
  // A picture that is taken also gives its entry a length: an address lasts until the next one, not until the entry changes.
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return url === undefined ? null : <img className={styles['image']} src={url} alt="" />;
}
