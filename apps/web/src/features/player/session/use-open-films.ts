import { isStopBegun } from '@tactus/sdk';
import { useEffect, useRef } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import type { StartInThisTab } from '../../../device/session/start-in-this-tab.ts';
import { useLatest } from '../../../device/session/use-latest.ts';
import type { PlayerSource } from '../source/source.ts';
import { listenToEvents, type PlayableMedium } from './playable-medium.ts';
import type { EntrySteps, PlayerHandle } from './player-handle.ts';
import type { PlayerSession } from './player-session.ts';

/** Several open films, in the order of their names, and the place of the one that is shown. */
export interface OpenFilms {
  readonly films: readonly PlayerSource[];
  readonly at: number;
  /** Shows the film at a place, and plays it. */
  jump(at: number): void;
}

interface OpenFilmsOf {
  readonly library: { readonly media: readonly PlayerSource[]; readonly medium: PlayerSource | undefined };
  readonly element: PlayableMedium | undefined;
  readonly session: PlayerSession | undefined;
  readonly onEnded: PlayerHandle['onEnded'];
  /** Shows one of the open films with its own script. */
  readonly showFilm: (film: PlayerSource, how: { readonly plays: boolean }) => void;
  readonly startHere: StartInThisTab['start'];
}

/** Steps through several open films; at the end of one the next one plays. Undefined where fewer than two are open. */
export function useOpenFilms(of: OpenFilmsOf): { films: OpenFilms; steps: EntrySteps } | undefined {
  const { library, element, onEnded, showFilm, startHere } = of;
  const device = useDevice();
  const films = library.media;
  const at = library.medium ? films.indexOf(library.medium) : -1;
  const areSeveral = films.length > 1 && at >= 0;
  const stepTo = (place: number) => {
    const film = films[place];
    return film && ((plays: boolean) => showFilm(film, { plays }));
  };
  const next = areSeveral ? stepTo(at + 1) : undefined;

  /** The state of the device when the present film was started. */
  const started = useRef(device.store.getState());
  useEffect(() => {
    if (element === undefined) return;
    return listenToEvents(element, ['play'], () => {
      started.current = device.store.getState();
    });
  }, [element, device]);

  const ended = useLatest(() => {
    // A video may go on after a Stop: the device does not start by itself then. Without a script nothing follows the film.
    const sync = of.session?.state.getState().sync;
    const isStopped = sync
      ? sync.store.getState().phase === 'device-out'
      : isStopBegun(device.store.getState(), started.current);
    next?.(!isStopped);
  });
  const hasNext = next !== undefined;
  useEffect(() => (hasNext ? onEnded(() => ended.current()) : undefined), [hasNext, onEnded, ended]);

  if (!areSeveral) return undefined;
  return {
    films: { films, at, jump: (place) => startHere(() => stepTo(place)?.(true)) },
    steps: { previous: stepTo(at - 1), next },
  };
}
