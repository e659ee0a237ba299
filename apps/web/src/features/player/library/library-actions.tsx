import { useId, useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
import { InlineQuestion, useFocusBack } from '../../../ui/inline-question.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { isInvalidLibraryExport } from './invalid-library-export.ts';
import styles from './library-panel.module.css';
import type { LibraryStore } from './library-store.ts';
import { exportLibraryInWorker, importLibraryInWorker } from './transfer-messages.ts';
import { useBusy } from './use-busy.ts';

const EXPORT_NAME = 'tactus-library.json';

/** Exporting and importing the library. */
export function LibraryActions({ store, onAdded }: { store: LibraryStore; onAdded: () => void }) {
  const { t } = useTexts();
  const notifications = useNotifications();
  const [isBusy, busy] = useBusy();
  const [isExporting, setExporting] = useState(false);
  const exporter = useFocusBack(isExporting);
  const exportTextId = useId();

  async function takeIn(file: Blob): Promise<void> {
    try {
      const { entries, damaged } = await importLibraryInWorker(file);
      notifications.show({
        tone: damaged > 0 ? 'warning' : 'positive',
        message: t('player.library.imported', { count: entries }),
      });
    } catch (error) {
      // Full storage and similar errors are not caused by the file.
      if (!isInvalidLibraryExport(error)) throw error;
      notifications.show({ tone: 'negative', message: t('player.library.importFailed') });
      return;
    }
    await store.reload();
    onAdded();
  }
  async function exportFile(): Promise<void> {
    saveFile(EXPORT_NAME, await exportLibraryInWorker());
  }

  return (
    <div className={styles['actions']}>
      {isExporting ? (
        <InlineQuestion
          className={styles['choice']}
          label={t('player.library.export')}
          describedBy={exportTextId}
          onClose={() => setExporting(false)}
        >
          <p id={exportTextId} className="note">
            {t('player.library.export.text')}
          </p>
          <div className={styles['actions']}>
            <Button
              variant="primary"
              busy={isBusy}
              onClick={() => void busy(exportFile).then(() => setExporting(false))}
            >
              {t('player.library.export.yes')}
            </Button>
            <Button onClick={() => setExporting(false)}>{t('player.library.export.no')}</Button>
          </div>
        </InlineQuestion>
      ) : (
        <Button ref={exporter} variant="plain" busy={isBusy} onClick={() => setExporting(true)}>
          {t('player.library.export')}
        </Button>
      )}
      <ChooseFileButton
        variant="plain"
        busy={isBusy}
        accept=".json"
        label={t('player.library.import')}
        onFile={(file) => void busy(() => takeIn(file))}
      >
        {t('player.library.import')}
      </ChooseFileButton>
    </div>
  );
}
