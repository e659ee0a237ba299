import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import styles from './dock-place.module.css';

/** The element of a layout for the dock of a page: null until it is rendered. A page outside such a layout has none. */
export const DockSlotContext = createContext<HTMLElement | null | undefined>(undefined);

/** The foot of the screen, from edge to edge: its content never scrolls away, and Stop is placed there. */
export function DockPlace({ children }: { children: ReactNode }) {
  return <div className={styles['place']}>{children}</div>;
}

/** The page's own dock, at the foot of the surrounding layout. */
export function PageDock({ children }: { children: ReactNode }) {
  const slot = use(DockSlotContext);
  if (slot === null) return null;
  return slot === undefined ? <DockPlace>{children}</DockPlace> : createPortal(<DockPlace>{children}</DockPlace>, slot);
}
