import { useId } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import styles from './library-panel.module.css';
import type { LibraryStore } from './library-store.ts';
import { useKeepFilms } from './use-keep-films.ts';

/** Asks whether the browser is to keep films whose files it cannot find again: on phones it stores no way to a file. */
export function KeepFilmsQuestion({ store, onKept }: { store: LibraryStore; onKept: () => void }) {
  const { t } = useTexts();
  const unkept = useStore(store.state, (now) => now.unkept);
  const { isBusy, keep, sizeOf } = useKeepFilms(store, onKept);
  const textId = useId();
  if (unkept === undefined && !isBusy) return null;
  const count = unkept?.ids.length ?? 0;
  const size = sizeOf(unkept?.bytes ?? 0);

  if (isBusy)
    return (
      <p className="note" role="status">
        {t('player.library.keepFilms.busy')}
      </p>
    );
  return (
    <section
      className={styles['choice']}
      aria-label={t('player.library.keepFilms', { count })}
      aria-describedby={textId}
    >
      <h3 className="semibold text-md break">{t('player.library.keepFilms', { count })}</h3>
      <p id={textId} className="note">
        {t('player.library.keepFilms.text', { size })}
      </p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => keep(unkept?.ids ?? [])}>
          {t('player.library.keepFilms.yes', { size })}
        </Button>
        <Button variant="plain" onClick={() => keep([])}>
          {t('player.library.keepFilms.no')}
        </Button>
      </div>
    </section>
  );
}
