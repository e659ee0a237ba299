import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './pill.module.css';

/** The meaning of a dot. A text always stands beside it: colour is never the only sign. */
export type DotTone = 'idle' | 'busy' | 'ok' | 'lost';

/** A coloured dot: `busy` breathes, `ok` glows. */
export function Dot({ tone }: { tone: DotTone }) {
  return <span className={classNames(styles['dot'], styles[tone])} aria-hidden="true" />;
}

/** A short fact in a rounded frame, with a dot for a state. */
export function Pill({ dot, children }: { dot?: DotTone; children: ReactNode }) {
  return (
    <span className={styles['pill']}>
      {dot !== undefined && <Dot tone={dot} />}
      {children}
    </span>
  );
}
