import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { StartInThisTabButton } from './start-here-button.tsx';
import styles from './start-stop-row.module.css';

interface StopRowProps {
  /** Starts from this tab; left out where the page's own button starts. */
  onStart: (() => void) | undefined;
  className?: string | undefined;
  /** The button of the page, which stops what moves. */
  children: ReactNode;
}

/** The start and stop button of a page, and a button to start from this tab while another tab moves the device. */
export function StartStopRow({ onStart, className, children }: StopRowProps) {
  return (
    <div className={classNames(styles['row'], className)}>
      {children}
      {onStart && <StartInThisTabButton onStart={onStart} />}
    </div>
  );
}
