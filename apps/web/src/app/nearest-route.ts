import { ROUTES, type RouteRow } from './routes/routes.ts';

/** The page whose path comes nearest to one that leads nowhere, by edit distance; undefined where none is near. */
export function nearestRoute(path: string): RouteRow | undefined {
  const wanted = path.toLowerCase();
  // Letters exchanged are likelier than letters left out.
  const offLength = (known: string) => Math.abs(known.length - wanted.length);
  const plain = ROUTES.filter((row) => row.path !== '/' && !row.path.includes(':'));
  const ranked = plain
    .map((row) => ({ row, distance: editDistance(wanted, row.path) }))
    .sort((one, other) => one.distance - other.distance || offLength(one.row.path) - offLength(other.row.path));
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, best.row.path.length / 2) ? best.row : undefined;
}

/** How many letters must be added, dropped, changed or exchanged with the next to make one text the other. @internal */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const exchanged = isExchanged ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity;
      current.push(Math.min(changed, exchanged, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}
