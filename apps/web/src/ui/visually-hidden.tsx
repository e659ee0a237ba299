import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Read by screen readers, not shown. */
export function VisuallyHidden({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <span className={styles['hidden']} {...(live && { role: 'status', 'aria-live': 'polite' })}>
      {children}
    </span>
  );
}
