/** The scripts of the built app that a browser fetches before the home page is shown, from the page and the bundler's manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the app's build. */
export const DIST = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));

/** Chunks that the app loads at once on the home page, beside its imports: the page and the texts of the first language. */
const HOME_LOADS = [/\/home-page\.tsx$/, /\/locales\/en-US\.json$/];

/** The part of Vite's manifest that is read here. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** A script that the page itself names. */
const NAMED_SCRIPT = /<script[^>]* src="\/([^"]+)"/g;

/**
 * Paths of the scripts, inside the build. Throws an Error where there is no build, or where a chunk of the home page is not
 * found exactly once: a figure without a script would be wrong without notice.
 */
export function initialScripts(dist: string = DIST): string[] {
  const manifest = readManifest(dist);
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  if (entries.length === 0) throw new Error('The manifest of the build names no entry');
  const seen = new Set<string>();
  const follow = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest of the build does not know ${key}`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) follow(next);
  };
  for (const key of [...entries, ...HOME_LOADS.map((name) => onlyChunk(manifest, name))]) follow(key);
  const named = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(NAMED_SCRIPT)].map(([, file = '']) => file);
  const files = [...named, ...[...seen].map((key) => manifest[key]?.file ?? '')];
  return [...new Set(files)].filter((file) => file.endsWith('.js')).sort();
}

function onlyChunk(manifest: Manifest, name: RegExp): string {
  const [key, ...others] = Object.keys(manifest).filter((candidate) => name.test(candidate));
  if (key === undefined || others.length > 0) {
    throw new Error(`The build has not one chunk for ${name.source}, which the home page loads`);
  }
  return key;
}

function readManifest(dist: string): Manifest {
  // The manifest is Vite's own; its shape is documented and pinned with Vite's version.
  return JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
}
