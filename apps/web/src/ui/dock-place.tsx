import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import styles from './dock-place.module.css';

/** Where a layout has room for the dock of a page: null until that stands. A page outside such a layout has none. */
export const DockSlotContext = createContext<HTMLElement | null | undefined>(undefined);

/** The foot of the screen, from edge to edge: what is in it never scrolls away, and Stop has its place there. */
export function DockPlace({ children }: { children: ReactNode }) {
  return <div className={styles['place']}>{children}</div>;
}

/** The dock that a page has of its own, at the foot of the layout around it. */
export function PageDock({ children }: { children: ReactNode }) {
  const slot = use(DockSlotContext);
  if (slot === null) return null;
  return slot === undefined ? <DockPlace>{children}</DockPlace> : createPortal(<DockPlace>{children}</DockPlace>, slot);
}
