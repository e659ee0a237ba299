import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { StartInThisTabButton } from './start-here-button.tsx';
import styles from './stop-row.module.css';

interface StopRowProps {
  /** Starts from this tab; left out where the page's own button starts. */
  onStart: (() => void) | undefined;
  className?: string | undefined;
  /** The button of the page, which stops what moves. */
  children: ReactNode;
}

/** The button of a page, and beside it a button to start from this tab while another tab moves the device. */
export function StopRow({ onStart, className, children }: StopRowProps) {
  return (
    <div className={classNames(styles['row'], className)}>
      {children}
      {onStart && <StartInThisTabButton onStart={onStart} />}
    </div>
  );
}
