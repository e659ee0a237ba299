import { useCallback, useEffect, useState } from 'react';
import { passesContentFilters } from '../settings/content-filter.ts';
import { useSetting } from '../settings/use-settings.tsx';
import { type CardList, type ContentCard, cardIn, loadCards, type ReadableCard } from './cards.ts';

/** A list of cards, or the state of its loading. */
interface Cards<Of> {
  readonly state: 'loading' | 'failed' | 'loaded';
  readonly cards: readonly Of[];
}

const LOADING: Cards<ContentCard> = { state: 'loading', cards: [] };

interface FilteredCards extends Cards<ReadableCard> {
  /** The cards that the content filters hide. */
  readonly hidden: readonly ReadableCard[];
  readonly reload: () => void;
}

/** The cards of a list, translated where a translation exists, less those that the content filters of the settings hide. */
export function useCards(list: CardList, language: string): FilteredCards {
  const [known, setKnown] = useState<Cards<ContentCard>>(LOADING);
  const [round, setRound] = useState(0);
  const femaleContentFilter = useSetting((settings) => settings.femaleContentFilter);
  const japaneseContentFilter = useSetting((settings) => settings.japaneseContentFilter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads the same list again.
  useEffect(() => {
    const left = new AbortController();
    loadCards(list, fetch, left.signal).then(
      (cards) => setKnown({ state: 'loaded', cards }),
      () => left.signal.aborted || setKnown({ state: 'failed', cards: [] }),
    );
    return () => left.abort();
  }, [list, round]);
  const reload = useCallback(() => {
    setKnown(LOADING);
    setRound((before) => before + 1);
  }, []);
  const cards: ReadableCard[] = [];
  const hidden: ReadableCard[] = [];
  for (const card of known.cards) {
    const passes = passesContentFilters(card.tags, { femaleContentFilter, japaneseContentFilter });
    (passes ? cards : hidden).push(cardIn(card, language));
  }
  return { state: known.state, cards, hidden, reload };
}
