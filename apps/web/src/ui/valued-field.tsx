import type { ReactNode } from 'react';
import styles from './valued-field.module.css';

interface ValuedFieldProps {
  /** What it is called; the control inside bears the same name for those who do not see this one. */
  name: string;
  /** What it stands at; left out where the control says so itself. */
  value?: string;
  /** The control. */
  children: ReactNode;
}

/** A control with its name and what it stands at above it. */
export function ValuedField({ name, value, children }: ValuedFieldProps) {
  return (
    <div className={styles['field']}>
      <p className={styles['head']}>
        <span>{name}</span>
        {value !== undefined && <span className={styles['value']}>{value}</span>}
      </p>
      {children}
    </div>
  );
}
