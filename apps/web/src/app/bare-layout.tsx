import type { ReactNode } from 'react';
import { Dock } from '../device/dock.tsx';
import { LiveStrip } from '../device-view/live-strip.tsx';
import { Brand } from '../features/home/brand.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import styles from './bare-layout.module.css';

interface BareLayoutProps {
  /** The page has the dock of another device: two would be confused. */
  ownDock: boolean;
  children: ReactNode;
}

/** Name, page, and the dock once a device is linked, so that Stop is within reach everywhere. */
export function BareLayout({ ownDock, children }: BareLayoutProps) {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return (
    <div className={styles['layout']}>
      <header className={styles['header']}>
        <Brand />
      </header>
      <main id="page" tabIndex={-1} className={styles['page']}>
        {children}
      </main>
      {linked && !ownDock && (
        <div className={styles['dock']}>
          <Dock strip={<LiveStrip />} />
        </div>
      )}
    </div>
  );
}
