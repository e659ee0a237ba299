import type { ReactNode } from 'react';
import { Dock } from '../device/dock.tsx';
import { LiveStrip } from '../device-view/live-strip.tsx';
import { Brand } from '../features/home/brand.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import styles from './bare-layout.module.css';

/** Name, page, and the dock once a device is linked, so that Stop is within reach everywhere. */
export function BareLayout({ children }: { children: ReactNode }) {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return (
    <div className={styles['layout']}>
      <header className={styles['header']}>
        <Brand />
      </header>
      <main id="page" tabIndex={-1} className={styles['page']}>
        {children}
      </main>
      {linked && (
        <div className={styles['dock']}>
          <Dock strip={<LiveStrip />} />
        </div>
      )}
    </div>
  );
}
