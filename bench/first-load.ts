/** First-load JavaScript of the home page, at most 165 KB brotli, compared with its foundations alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Row, toRow } from './measure/row.ts';
import { buildFloor } from './web-build/floor.ts';
import { DIST, initialScripts } from './web-build/initial-scripts.ts';

const LIMIT_KB = 165;

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;

/** Each script compressed by itself, as it is sent. */
export async function* rows(): AsyncGenerator<Row> {
  const scripts = initialScripts().map((file) => readFileSync(join(DIST, file), 'utf8'));
  yield toRow({
    row: 'first-load JavaScript of the home page, brotli; the reference is React and the router alone',
    value: brotliKb(scripts),
    unit: 'KB',
    reference: brotliKb(await buildFloor()),
    bounds: { atMost: LIMIT_KB },
  });
}

function brotliKb(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  return Math.round(bytes / 10) / 100;
}
