import { RecommendationCarousel } from './carousel.tsx';
import styles from './home-page.module.css';
import { TipCard } from './tip-card.tsx';

/** The last part of home: cards, and a tip. */
export function HomeExtras() {
  return (
    <div className={styles['extras']}>
      <RecommendationCarousel />
      <TipCard />
    </div>
  );
}
