import { lazy, Suspense } from 'react';
import { ConnectionPill } from '../../device/dock/connection-pill.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Brand } from './brand.tsx';
import { DeviceCard } from './device-card.tsx';
import { GoOnPlace } from './go-on-place.tsx';
import styles from './home-page.module.css';
import { HomeTiles } from './home-tiles.tsx';

const Extras = lazy(async () => ({ default: (await import('./home-extras.tsx')).HomeExtras }));

/** The home page: the control pages, the device with the page used last, cards, and a tip. Without a device, the device comes first. */
export function HomePage() {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return (
    <div className={styles['home']}>
      <div className={styles['top']}>
        <Brand />
        {linked && <ConnectionPill />}
      </div>
      {linked && (
        <div className="column gap-12">
          <GoOnPlace />
          <HomeTiles />
        </div>
      )}
      <DeviceCard />
      {!linked && <HomeTiles />}
      <Suspense>
        <Extras />
      </Suspense>
    </div>
  );
}
