import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Facts under one another: the name at the left, the value at the right. Its children are `Fact`s. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid gap-8">{children}</dl>;
}

/** One fact of a list: its name and its present value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
