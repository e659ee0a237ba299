import { type ReactNode, useEffect, useRef } from 'react';
import { useEscape } from '../ui/use-escape.ts';
import styles from './phone-menu.module.css';

/** The id by which the button refers to the menu that it opens. */
export const PHONE_MENU_ID = 'phone-menu';

/**
 * The menu of a phone: rises from the dock and leaves the dock free, so that Stop is always within reach. It is no dialog:
 * Escape closes it and stops the device too.
 */
export function PhoneMenu({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector('a')?.focus();
  }, []);
  useEscape(onClose);
  return (
    <>
      {/* Closes on a tap beside the menu; the button in the dock and Escape close it too. */}
      <div className={styles['shade']} onPointerDown={onClose} aria-hidden="true" />
      <div ref={menu} id={PHONE_MENU_ID} className={styles['menu']}>
        {children}
      </div>
    </>
  );
}
