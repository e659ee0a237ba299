import { PlayerPage, type PlayerPageProps } from './player-page.tsx';

/** The route of the player: `PlayerHost` renders the page, so that it outlives the route. */
export function PlayerPlace() {
  return null;
}

/** The player in the layout, above the routes: the page on its own route, a card elsewhere while something is open. */
export function PlayerHost({ isOpen, ...page }: PlayerPageProps & { readonly isOpen: boolean }) {
  if (page.isAway && !isOpen) return null;
  return <PlayerPage {...page} />;
}
