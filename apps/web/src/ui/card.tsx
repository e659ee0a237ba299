import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

/** A raised surface. With a title it is a section with a heading. */
export function Card({
  title,
  aside,
  className,
  children,
}: {
  title?: string;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (title === undefined) return <div className={classNames(styles['card'], className)}>{children}</div>;
  return (
    <section className={classNames(styles['card'], className)} aria-label={title}>
      <div className={styles['head']}>
        <h2 className="text-md semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
