import { type ComponentType, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTextSource, useTexts } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import styles from './dock.module.css';

/** The state or the name of the device in use, as a button that opens its sheet. The sheet is loaded on the first press. */
export function DeviceSheetButton({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const { needText } = useTextSource();
  const notifications = useNotifications();
  const [Sheet, setSheet] = useState<ComponentType<{ onClose: () => void }>>();
  const open = () =>
    void Promise.all([
      import('./device-sheet.tsx'),
      needText('action.stop'),
      needText('led.title'),
      needText('link.cloud'),
      needText('trouble.refused'),
    ]).then(
      ([{ DeviceSheet }]) => setSheet(() => DeviceSheet),
      () => notifications.show({ tone: 'negative', message: t('error.languageNotLoaded') }),
    );
  return (
    <>
      <button type="button" className={styles['opener']} title={t('dock.label')} aria-haspopup="dialog" onClick={open}>
        {children}
      </button>
      {Sheet && createPortal(<Sheet onClose={() => setSheet(undefined)} />, document.body)}
    </>
  );
}
