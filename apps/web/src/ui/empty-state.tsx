import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  picture?: ReactNode;
  title: string;
  text: string;
  /** The level of its heading: 1 where it is the page. */
  level?: 1 | 2;
  action?: ReactNode;
}

/** Shown where there is no content yet: a picture, the reason, and the next useful step. */
export function EmptyState({ picture, title, text, level = 2, action }: EmptyStateProps) {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const Heading = `h${level}` as const;
  return (
    <div className={styles['empty']}>
      {picture}
      <Heading>{title}</Heading>
      <p className={styles['text']}>{text}</p>
      {action !== undefined && <div className={styles['actions']}>{action}</div>}
    </div>
  );
}
