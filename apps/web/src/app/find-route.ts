import { BUILT_ROUTES, ROUTES, type RouteRow } from './routes.ts';

/** The row of a path; undefined where the table has none. A slash at the end makes no difference. */
export function findRoute(path: string): RouteRow | undefined {
  const parts = partsOf(path);
  return ROUTES.find((row) => {
    const pattern = partsOf(row.path);
    return (
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    );
  });
}

/** The built page whose path comes nearest to one that leads nowhere, by edit distance; undefined where none is near. */
export function nearestRoute(path: string): RouteRow | undefined {
  const wanted = path.toLowerCase();
  const plain = BUILT_ROUTES.filter((row) => row.path !== '/' && !row.path.includes(':'));
  const ranked = plain
    .map((row) => ({ row, distance: editDistance(wanted, row.path) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, best.row.path.length / 2) ? best.row : undefined;
}

/** How many letters must be added, dropped or changed to make one text the other. @internal */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
