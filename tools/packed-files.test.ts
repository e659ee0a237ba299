import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { packFiles } from './packed-files.mjs';

test('scripts and style sheets are packed beside themselves, without small ones and those that are packed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = 'export const one = 1;\n'.repeat(100);
  for (const name of ['a.js', 'b.css', 'c.woff2', 'd.js']) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'small.js'), 'export {};');
  writeFileSync(join(folder, 'd.js.br'), 'packed before');
  await packFiles(folder, join(folder, 'unfinished'));
  const packed = ['a.js.br', 'a.js.gz', 'b.css.br', 'b.css.gz', 'd.js.br'];
  expect(readdirSync(folder).filter((name) => /\.(br|gz|\d+)$/.test(name))).toEqual(packed);
  expect(readdirSync(join(folder, 'unfinished'))).toEqual([]);
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, 'b.css.gz'))).toString()).toBe(text);
  expect(readFileSync(join(folder, 'd.js.br'), 'utf8')).toBe('packed before');
});
