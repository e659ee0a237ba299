import type { ReactNode } from 'react';
import styles from './valued-field.module.css';

interface ValuedFieldProps {
  /** The visible name; the control inside has the same name for assistive technology. */
  name: string;
  /** The value; left out where the control shows it itself. */
  value?: string;
  /** The control. */
  children: ReactNode;
}

/** A control with its name and value above it. */
export function ValuedField({ name, value, children }: ValuedFieldProps) {
  return (
    <div className="grid gap-8">
      <p className={styles['head']}>
        <span>{name}</span>
        {value !== undefined && <span className={styles['value']}>{value}</span>}
      </p>
      {children}
    </div>
  );
}
