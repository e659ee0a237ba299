import { IconBookmarkPlus, IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { InlineQuestion, useFocusBack } from '../../../ui/inline-question.tsx';
import { useNotifications } from '../../../ui/notifications-context.tsx';
import type { PlayerHandle } from '../session/player-handle.ts';
import { canStoreFileHandles, pickFolder } from './file-access.ts';
import { isInvalidLibraryExport } from './invalid-library-export.ts';
import styles from './library-panel.module.css';
import type { AddFilesResult, LibraryStore } from './library-store.ts';
import { exportLibraryInWorker, importLibraryInWorker } from './transfer-messages.ts';
import { useFilePicker } from './use-file-picker.tsx';

const EXPORT_NAME = 'tactus-library.json';

/** Adding files to the library, exporting and importing it. */
export function LibraryActions({
  store,
  playerHandle,
  onAdded,
}: {
  store: LibraryStore;
  playerHandle: PlayerHandle;
  onAdded: () => void;
}) {
  const { t } = useTexts();
  const report = useShowError();
  const notifications = useNotifications();
  const importInput = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const exporter = useFocusBack(isExporting);
  const exportTextId = useId();
  const { medium, scripts } = playerHandle.current;
  const isOpen = medium !== undefined || scripts.length > 0;

  function showAdded({ entries, unreadable, unplaced }: AddFilesResult): void {
    if (entries > 0) onAdded();
    const left = [
      ...(unreadable.length > 0 ? [t('player.library.unreadable', { names: unreadable.join(', ') })] : []),
      ...(unplaced.length > 0 ? [t('player.library.subtitles', { names: unplaced.join(', ') })] : []),
    ];
    notifications.show({
      tone: left.length > 0 || entries === 0 ? 'warning' : 'positive',
      message: t('player.library.added', { count: entries }),
      ...(left.length > 0 && { caption: left.join(' ') }),
    });
  }
  async function busy(run: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  }
  const files = useFilePicker(t('player.library.add'), (found) => {
    void busy(async () => showAdded(await store.add(found)));
  });

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
    const url = URL.createObjectURL(await exportLibraryInWorker());
    const link = Object.assign(document.createElement('a'), { href: url, download: EXPORT_NAME });
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className={styles['actions']}>
      <Button
        busy={isBusy}
        icon={<IconPlus size={20} aria-hidden="true" />}
        onClick={() => files.choose().catch(report)}
      >
        {t('player.library.add')}
      </Button>
      {files.input}
      {canStoreFileHandles() && (
        <Button
          busy={isBusy}
          icon={<IconFolderPlus size={20} aria-hidden="true" />}
          onClick={() =>
            void busy(async () => {
              const found = await pickFolder();
              if (found.length > 0) showAdded(await store.add(found));
            })
          }
        >
          {t('player.library.addFolder')}
        </Button>
      )}
      {isOpen && (
        <Button
          busy={isBusy}
          icon={<IconBookmarkPlus size={20} aria-hidden="true" />}
          onClick={() => void busy(async () => showAdded(await store.saveOpen(playerHandle.current)))}
        >
          {t('player.library.keep')}
        </Button>
      )}
      {isExporting ? (
        <InlineQuestion
          className={styles['choice']}
          label={t('player.library.export')}
          describedBy={exportTextId}
          onClose={() => setExporting(false)}
        >
          <p id={exportTextId} className={styles['note']}>
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
      <Button variant="plain" busy={isBusy} onClick={() => importInput.current?.click()}>
        {t('player.library.import')}
      </Button>
      <input
        ref={importInput}
        type="file"
        accept=".json"
        hidden
        aria-label={t('player.library.import')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void busy(() => takeIn(file));
        }}
      />
    </div>
  );
}
