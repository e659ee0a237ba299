import { useCallback, useEffect, useState } from 'react';
import { passesContentFilters } from '../settings/content-filter.ts';
import { useSetting } from '../settings/use-settings.tsx';
import { type CardListName, type ContentCard, fetchCards, type LocalizedCard, localizeCard } from './cards.ts';

/** A list of cards, or the state of its loading. */
interface Cards<Of> {
  readonly state: 'loading' | 'failed' | 'loaded';
  readonly cards: readonly Of[];
}

const LOADING: Cards<ContentCard> = { state: 'loading', cards: [] };

interface FilteredCards extends Cards<LocalizedCard> {
  /** The cards that the content filters hide. */
  readonly hidden: readonly LocalizedCard[];
  readonly reload: () => void;
}

/** The cards of a list, translated where a translation exists, less those that the content filters of the settings hide. */
export function useCards(list: CardListName, language: string): FilteredCards {
  const [known, setKnown] = useState<Cards<ContentCard>>(LOADING);
  const [round, setRound] = useState(0);
  const femaleContentFilter = useSetting((settings) => settings.femaleContentFilter);
  const japaneseContentFilter = useSetting((settings) => settings.japaneseContentFilter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads the same list again.
  useEffect(() => {
    const left = new AbortController();
    fetchCards(list, fetch, left.signal).then(
      (cards) => setKnown({ state: 'loaded', cards }),
      () => left.signal.aborted || setKnown({ state: 'failed', cards: [] }),
    );
    return () => left.abort();
  }, [list, round]);
  const reload = useCallback(() => {
    setKnown(LOADING);
    setRound((before) => before + 1);
  }, []);
  const cards: LocalizedCard[] = [];
  const hidden: LocalizedCard[] = [];
  for (const card of known.cards) {
    const passes = passesContentFilters(card.tags, { femaleContentFilter, japaneseContentFilter });
    (passes ? cards : hidden).push(localizeCard(card, language));
  }
  return { state: known.state, cards, hidden, reload };
}
