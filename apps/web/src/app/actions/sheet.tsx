import { IconX } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useAnyDriven, useDriven } from '../../device/borrowed-devices.tsx';
import { useInMotion } from '../../device/linked-devices-context.tsx';
import { isInMotion, isLinked, isStopping } from '../../device/motion.ts';
import { useTexts } from '../../i18n/text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { StopButton } from '../../ui/stop-button.tsx';
import styles from './sheet.module.css';

interface SheetProps {
  label: string;
  /** What stands at the top. */
  head: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page with a Stop of its own, for the dock is out of reach behind it. Escape and a tap beside it close it. */
export function Sheet({ label, head, onClose, children }: SheetProps) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const { stop } = useDriven();
  const driving = useAnyDriven(isLinked);
  const busy = useAnyDriven(isStopping);
  const followers = useInMotion();
  const moving = useAnyDriven(isInMotion) || followers;
  // Closed before it is taken away, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown?.open === false) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is the tap beside it.
    <dialog
      ref={dialog}
      className={styles['sheet']}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles['inside']}>
        <div className={styles['head']}>
          {head}
          <IconButton label={t('app.close')} onClick={onClose}>
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <div className={styles['body']} tabIndex={0}>
          {children}
        </div>
        {driving && (
          <div className={styles['foot']}>
            <StopButton
              label={t('dock.stop')}
              description={t('action.stop')}
              moving={moving}
              busy={busy}
              onStop={stop}
            />
          </div>
        )}
      </div>
    </dialog>
  );
}
