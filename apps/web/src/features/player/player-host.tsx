import { useState } from 'react';
import { PlayerPage } from './player-page.tsx';

/** The route of the player: `PlayerHost` renders the page, so that it outlives the route. */
export function PlayerPlace() {
  return null;
}

/**
 * The player in the layout, above the routes: the page on its own route, a card elsewhere while something is open.
 * `isBlocked`: the present page may command the device; the film rests.
 */
export function PlayerHost({ isAway, isBlocked }: { isAway: boolean; isBlocked: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (isAway && !isOpen) return null;
  return <PlayerPage {...{ isAway, isBlocked }} onOpenChange={setOpen} />;
}
