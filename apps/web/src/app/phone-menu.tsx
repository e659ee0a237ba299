import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { takeFocus } from '../ui/inline-question.tsx';
import { useEscape } from '../ui/use-escape.ts';
import styles from './phone-menu.module.css';

/** The id by which the button refers to the menu that it opens. */
export const PHONE_MENU_ID = 'phone-menu';

interface PhoneMenuProps {
  onClose: () => void;
  /** The button that opens the menu: it has the focus again once the menu is closed. */
  opener: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/**
 * The menu of a phone: rises from the dock and leaves the dock free, so that Stop is always within reach. It is no dialog:
 * Escape closes it and stops the device too. Going back closes it.
 */
export function PhoneMenu({ onClose, opener, children }: PhoneMenuProps) {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector('a')?.focus();
    return () => {
      // The element with the focus is gone with the menu; a page that was chosen takes the focus afterwards.
      if (document.activeElement === document.body) takeFocus(opener.current);
    };
  }, [opener]);
  useEscape(onClose);
  const { history } = useRouter();
  useEffect(() => {
    let undo: (() => void) | undefined;
    let isClosed = false;
    // Not with the page: it is a part of every first load.
    import('../ui/close-on-back.ts')
      .then(({ closeOnBack }) => {
        if (!isClosed) undo = closeOnBack(history, onClose);
      })
      .catch(() => undefined);
    return () => {
      isClosed = true;
      undo?.();
    };
  }, [history, onClose]);
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
