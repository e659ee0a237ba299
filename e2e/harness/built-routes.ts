import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(ROOT, 'apps', 'web', 'src', 'app', 'routes.ts');

/** The paths of every page that is built, read from the app's own table of routes; those with parameters are left out. */
export function builtRoutes(): string[] {
  const rows = readFileSync(SOURCE, 'utf8').matchAll(/\{\s*path: '([^']+)'[^{}]*?page:/g);
  const paths = [...rows].map(([, path = '']) => path).filter((path) => !path.includes(':'));
  if (!paths.includes('/'))
    throw new Error('The table of routes is not written as it was: no built page was found in it');
  return paths;
}
