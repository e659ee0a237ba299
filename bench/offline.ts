/** Files that the service worker fetches ahead, so that every page opens offline: at most 1000 KB, in the largest language. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, toRow } from './measure/row.ts';
import { DIST } from './web-build/initial-scripts.ts';

const LIMIT_KB = 1000;

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;

/** Sizes as sent, including the files that the first page has already loaded; the reference is that first page. */
export async function* rows(): AsyncGenerator<Row> {
  const { shell, ahead } = readCachedFiles();
  yield toRow({
    row: 'files cached so that every page opens offline, in the largest language, as sent; the reference is what the first page needs',
    value: Math.max(...ahead.map(kilobytes)),
    unit: 'KB',
    reference: kilobytes(shell.filter((path) => path !== '/')),
    bounds: { atMost: LIMIT_KB },
  });
}

/** Paths of the files that the browser caches: from the start, and ahead in each language. */
interface CachedFiles {
  readonly shell: readonly string[];
  readonly ahead: readonly (readonly string[])[];
}

function readCachedFiles(): CachedFiles {
  // The build writes it beside itself (apps/web/vite/service-worker.ts).
  return JSON.parse(readFileSync(join(DIST, '.vite', 'kept-files.json'), 'utf8')) as CachedFiles;
}

function kilobytes(paths: readonly string[]): number {
  const bytes = paths.reduce((sum, path) => sum + bytesSent(join(DIST, path)), 0);
  return Math.round(bytes / 10) / 100;
}

/** The packed size where the build packs the file. */
const bytesSent = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
