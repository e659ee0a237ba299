import { useState } from 'react';
import { PlayerPage } from './player-page.tsx';

/** The route of the player: `PlayerHost` renders the page, so that it outlives the route. */
export function PlayerPlace() {
  return null;
}

interface PlayerHostProps {
  readonly isAway: boolean;
  readonly isBlocked: boolean;
  readonly onHide: () => void;
}

/**
 * The player in the layout, above the routes: the page on its own route, a card elsewhere while something is open.
 * `isBlocked`: the present page may command the device; the film rests. `onHide` hides the screen.
 */
export function PlayerHost({ isAway, ...rest }: PlayerHostProps) {
  const [isOpen, setOpen] = useState(false);
  if (isAway && !isOpen) return null;
  return <PlayerPage {...{ isAway }} {...rest} onOpenChange={setOpen} />;
}
