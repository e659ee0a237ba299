import { use, useRef, useState } from 'react';
import { openStorage } from '../../settings/key-value-storage.ts';
import { GoOnContext } from './control-pages.ts';
import { readGoOnHeightPx, saveGoOnHeightPx } from './go-on-height.ts';
import styles from './home-page.module.css';

/** The card of the film played last. Its place is kept while it is loaded, so that what is below it does not move. */
export function GoOnPlace() {
  const GoOn = use(GoOnContext);
  const place = useRef<HTMLDivElement>(null);
  const [storage] = useState(() => openStorage(() => window.localStorage));
  const [minHeight, setMinHeight] = useState(() => readGoOnHeightPx(storage));
  if (GoOn === null) return null;
  function keepPlace() {
    const heightPx = place.current?.firstElementChild?.clientHeight ?? 0;
    setMinHeight(heightPx);
    saveGoOnHeightPx(storage, heightPx);
  }
  return (
    <div ref={place} className={styles['goOn']} style={minHeight > 0 ? { minHeight } : undefined}>
      <GoOn onRead={keepPlace} />
    </div>
  );
}
