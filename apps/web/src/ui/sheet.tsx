import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

interface SheetProps {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that rises from the bottom on a phone and stands in the middle elsewhere. Escape and a tap beside it close it. */
export function Sheet({ open, title, closeLabel, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && dialog.current?.open === false) dialog.current.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the click is the way beside it.
    <dialog
      ref={dialog}
      className={styles['sheet']}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2>{title}</h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </div>
        {open && children}
      </div>
    </dialog>
  );
}
