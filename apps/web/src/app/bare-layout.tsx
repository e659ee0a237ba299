import { type ReactNode, useState } from 'react';
import { Dock } from '../device/dock/dock.tsx';
import { Brand } from '../features/home/brand.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { DockPlace, DockSlotContext } from '../ui/dock-place.tsx';
import styles from './bare-layout.module.css';
import { DockPositionStrip } from './dock-position-strip.tsx';

interface BareLayoutProps {
  /** The name of the page. */
  title: string;
  /** The page has a dock of its own for another device: a second dock would confuse. */
  ownDock: boolean;
  children: ReactNode;
}

/** Name, page, and the dock once a device is linked, so that Stop is within reach everywhere. */
export function BareLayout({ title, ownDock, children }: BareLayoutProps) {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return (
    <div className={styles['layout']} data-own-dock={ownDock || undefined}>
      <DockSlotContext value={slot}>
        <div className={styles['column']}>
          <header className={styles['header']}>
            <Brand />
          </header>
          <main id="page" aria-label={title} tabIndex={-1} className={styles['page']}>
            {children}
          </main>
        </div>
      </DockSlotContext>
      {linked && !ownDock && (
        <DockPlace>
          <Dock strip={<DockPositionStrip />} />
        </DockPlace>
      )}
      <div ref={setSlot} className={styles['slot']} />
    </div>
  );
}
