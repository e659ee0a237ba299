import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import styles from './library-panel.module.css';
import type { LibraryStore } from './library-store.ts';

/** Asks whether the browser is to keep films whose files it cannot find again: on phones it stores no way to a file. */
export function KeepFilmsQuestion({ store, onKept }: { store: LibraryStore; onKept: () => void }) {
  const { t, number } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const unkept = useStore(store.state, (now) => now.unkept);
  const [isBusy, setBusy] = useState(false);
  const textId = useId();
  if (unkept === undefined && !isBusy) return null;
  const bytes = unkept?.bytes ?? 0;
  const count = unkept?.ids.length ?? 0;
  const size =
    bytes >= 1e9
      ? t('player.library.gigabytes', { value: number(bytes / 1e9, 1) })
      : t('player.library.megabytes', { value: number(Math.max(1, Math.round(bytes / 1e6))) });

  async function keep(ids: readonly string[]): Promise<void> {
    setBusy(true);
    try {
      await store.keepFilms(ids);
      onKept();
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
      notifications.show({ tone: 'negative', message: t('player.library.keepFilms.noRoom') });
    } finally {
      setBusy(false);
    }
  }

  if (isBusy)
    return (
      <p className={styles['note']} role="status">
        {t('player.library.keepFilms.busy')}
      </p>
    );
  return (
    <section
      className={styles['choice']}
      aria-label={t('player.library.keepFilms', { count })}
      aria-describedby={textId}
    >
      <h3 className={styles['name']}>{t('player.library.keepFilms', { count })}</h3>
      <p id={textId} className={styles['note']}>
        {t('player.library.keepFilms.text', { size })}
      </p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => keep(unkept?.ids ?? []).catch(report)}>
          {t('player.library.keepFilms.yes', { size })}
        </Button>
        <Button variant="plain" onClick={() => store.keepFilms([]).catch(report)}>
          {t('player.library.keepFilms.no')}
        </Button>
      </div>
    </section>
  );
}
