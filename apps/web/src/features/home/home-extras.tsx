import { RecommendationCarousel } from './carousel.tsx';
import { TipCard } from './tip-card.tsx';

/** The part of home below the fold: cards, and a tip. */
export function HomeExtras() {
  return (
    <>
      <RecommendationCarousel />
      <TipCard />
    </>
  );
}
