import { useEffect } from 'react';
import type { StartInThisTab } from '../../../device/session/start-in-this-tab.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import type { PlayerSource } from '../source/source.ts';
import type { EntrySteps, PlayerHandle } from './player-handle.ts';

/** Several open films, in the order of their names, and the place of the one that is shown. */
export interface OpenFilms {
  readonly films: readonly PlayerSource[];
  readonly at: number;
  /** Shows the film at a place, and plays it. */
  jump(at: number): void;
}

interface OpenFilmsOf {
  readonly library: { readonly media: readonly PlayerSource[]; readonly medium: PlayerSource | undefined };
  readonly onEnded: PlayerHandle['onEnded'];
  /** Shows one of the open films with its own script. */
  readonly showFilm: (film: PlayerSource, how: { readonly plays: boolean }) => void;
  readonly startHere: StartInThisTab['start'];
}

/** Steps through several open films; at the end of one the next one plays. Undefined where fewer than two are open. */
export function useOpenFilms(of: OpenFilmsOf): { films: OpenFilms; steps: EntrySteps } | undefined {
  const { library, onEnded, showFilm, startHere } = of;
  const films = library.media;
  const at = library.medium ? films.indexOf(library.medium) : -1;
  const areSeveral = films.length > 1 && at >= 0;
  const stepTo = (place: number) => {
    const film = films[place];
    return film && ((plays: boolean) => showFilm(film, { plays }));
  };
  const next = areSeveral ? stepTo(at + 1) : undefined;

  const ended = useLatest((mayPlay: boolean) => next?.(mayPlay));
  const hasNext = next !== undefined;
  useEffect(() => (hasNext ? onEnded((mayPlay) => ended.current(mayPlay)) : undefined), [hasNext, onEnded, ended]);

  if (!areSeveral) return undefined;
  return {
    films: { films, at, jump: (place) => startHere(() => stepTo(place)?.(true)) },
    steps: { previous: stepTo(at - 1), next },
  };
}
