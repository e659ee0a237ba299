import { ROUTES, type RouteRow } from './routes.ts';

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

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
