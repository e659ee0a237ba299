import { createContext, type ReactNode, use } from 'react';
import styles from './group-session.module.css';

/** The heading level of the blocks: a room is a page of its own, or part of a card. */
export const SectionHeadingLevelContext = createContext<'h2' | 'h3'>('h2');

/** A part of a room, with its heading. */
export function RoomSection({ title, children }: { title: string; children: ReactNode }) {
  const Heading = use(SectionHeadingLevelContext);
  return (
    <section className={styles['block']} aria-label={title}>
      <Heading tabIndex={-1} className="semibold text-md">
        {title}
      </Heading>
      {children}
    </section>
  );
}
