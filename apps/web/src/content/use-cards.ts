import { useCallback, useEffect, useState } from 'react';
import { passesContentFilters } from '../settings/content-filter.ts';
import { useSetting } from '../settings/use-settings.tsx';
import { type Card, type CardList, loadCards } from './cards.ts';

/** A list of cards as far as it is known. */
interface Cards {
  readonly state: 'loading' | 'failed' | 'loaded';
  readonly cards: readonly Card[];
}

const LOADING: Cards = { state: 'loading', cards: [] };

/** The cards of a list, as far as the content filters of the settings let them pass (decisions.md 52). */
export function useCards(list: CardList): Cards & { reload: () => void } {
  const [known, setKnown] = useState<Cards>(LOADING);
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
  const cards = known.cards.filter(({ tags }) =>
    passesContentFilters(tags, { femaleContentFilter, japaneseContentFilter }),
  );
  return { state: known.state, cards, reload };
}
