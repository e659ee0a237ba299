import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(ROOT, 'apps', 'web', 'src', 'app', 'routes', 'routes.ts');

/** The paths of all pages, read from the app's own table of routes; pages that need more than a path are left out. */
export function pagePaths(): string[] {
  const rows = readFileSync(SOURCE, 'utf8').matchAll(/\{\s*path: '([^']+)',(?:\s*opens: '([^']+)')?[^{}]*?page:/g);
  const paths = [...rows].map(([, path = '', opens = path]) => opens).filter((path) => !path.includes(':'));
  if (!paths.includes('/')) throw new Error('The table of routes is not written as it was: no page was found in it');
  return paths;
}
