import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = join(ROOT, 'apps', 'web', 'src');
const SOURCE = join(SOURCES, 'app', 'routes', 'routes.ts');
const SETTINGS_SOURCE = join(SOURCES, 'features', 'preferences', 'settings-page.tsx');

/** The paths of all pages, read from the app's own table of routes; pages that need more than a path are left out. */
export function pagePaths(): string[] {
  const rows = readFileSync(SOURCE, 'utf8').matchAll(/\{\s*path: '([^']+)',(?:\s*opens: '([^']+)')?[^{}]*?page:/g);
  const paths = [...rows].map(([, path = '', opens = path]) => opens).filter((path) => !path.includes(':'));
  if (!paths.includes('/')) throw new Error('The table of routes is not written as it was: no page was found in it');
  return paths;
}

/** The addresses of the sections of the settings page, read from that page; the page by itself is left out. */
export function settingsPaths(): string[] {
  const rows = readFileSync(SETTINGS_SOURCE, 'utf8').matchAll(/\{ name: '([^']+)', title: '/g);
  const paths = [...rows].map(([, name = '']) => `/settings#${name}`);
  if (paths.length < 2) throw new Error('The sections of the settings are not written as they were');
  return paths;
}
