import { lazy, Suspense } from 'react';
import { ConnectionPill } from '../../device/dock/connection-pill.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Brand } from './brand.tsx';
import { useControlPages } from './control-pages.ts';
import { DeviceCard } from './device-card.tsx';
import styles from './home-page.module.css';
import { PageTile } from './page-tile.tsx';
import { TipCard } from './tip-card.tsx';

const Carousel = lazy(async () => ({ default: (await import('./carousel.tsx')).RecommendationCarousel }));

/** The home page: the device, the control pages, the last page used, and a tip. */
export function HomePage() {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  const pages = useControlPages();
  return (
    <div className={styles['home']}>
      <div className={styles['top']}>
        <Brand />
        {linked && <ConnectionPill />}
      </div>
      <DeviceCard />
      <div className={styles['side']}>
        {pages.map((page) => (
          <PageTile key={page.path} page={page} />
        ))}
        <TipCard />
      </div>
      <Suspense>
        <Carousel />
      </Suspense>
    </div>
  );
}
