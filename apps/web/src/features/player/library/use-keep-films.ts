import { useState } from 'react';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import type { LibraryStore } from './library-store.ts';

/**
 * Copies films into the browser, and calls `onKept` then; that there is no room for a copy is shown. `sizeOf` is a size in
 * words.
 */
export function useKeepFilms(store: LibraryStore, onKept: () => void) {
  const { t, number } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const [isBusy, setBusy] = useState(false);

  async function copy(ids: readonly string[]): Promise<void> {
    setBusy(true);
    try {
      await store.keepFilms(ids);
      if (ids.length > 0) onKept();
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
      notifications.show({ tone: 'negative', message: t('player.library.keepFilms.noRoom') });
    } finally {
      setBusy(false);
    }
  }
  return {
    isBusy,
    keep: (ids: readonly string[]) => void copy(ids).catch(report),
    sizeOf: (bytes: number) =>
      bytes >= 1e9
        ? t('player.library.gigabytes', { value: number(bytes / 1e9, 1) })
        : t('player.library.megabytes', { value: number(Math.max(1, Math.round(bytes / 1e6))) }),
  };
}
