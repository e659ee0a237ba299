import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../i18n/text.tsx';
import styles from './blank-screen.module.css';

/**
 * A blank page over everything, with a neutral title. Any key and any tap show the app again; that key and that
 * tap do nothing else.
 */
export function BlankScreen({ onReturn }: { onReturn: () => void }) {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is removed, so that the focus returns to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown?.open === false) shown.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.repeat) return;
      event.preventDefault();
      event.stopPropagation();
      onReturn();
    }
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [onReturn]);
  return (
    <dialog ref={dialog} className={styles['blank']} aria-label={t('app.hidden')} onClose={onReturn}>
      <button type="button" className={styles['back']} aria-label={t('app.hidden.back')} onClick={onReturn} />
    </dialog>
  );
}
