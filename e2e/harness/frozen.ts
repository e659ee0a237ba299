import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { BrowserContextOptions } from 'playwright-core';

/** The data that earlier builds left behind; contract/frozen/README.md describes how each was made. */
const FOLDER = fileURLToPath(new URL('../../contract/frozen/', import.meta.url));

/** The folders, one per build, named by its month. */
export const FROZEN: readonly string[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The built app of an earlier build, in a folder of its own. */
export function unpackFrozenApp(build: string): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-frozen-app-'));
  const tar = brotliDecompressSync(readFileSync(join(FOLDER, build, 'app.tar.br')));
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The path of a file of an earlier build. */
export const frozenPath = (build: string, name: string): string => join(FOLDER, build, name);

/** A text file of an earlier build, which had its cloud at `url`. */
export const frozenText = (build: string, name: string, url: string): string =>
  readFileSync(join(FOLDER, build, name), 'utf8').replaceAll(/SITE|http:\/\/site/g, url);

/** A JSON file of an earlier build in the same way; the caller knows its type. */
export const frozenJson = <T>(build: string, name: string, url: string): T =>
  JSON.parse(frozenText(build, name, url)) as T;

/** The storage of a browser, in the form for a new context of Playwright. */
export type StoredState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;
