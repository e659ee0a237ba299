/** What earlier builds left behind, for tests that open it with the present one: see README.md beside this file. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The folders, each of one build: named by the month it is of. */
export const FROZEN: readonly string[] = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Where a file of a build stands. */
export const frozenPath = (build: string, name: string): string => join(HERE, build, name);

/** A file of a build as JSON; who reads it knows what is in it. */
export function frozenJson<T>(build: string, name: string): T {
  return JSON.parse(readFileSync(frozenPath(build, name), 'utf8')) as T;
}

/** A copy of a file or folder of a build, in a folder that ends with the test: opening it may change it. */
export function copyOfFrozen(build: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-frozen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copy = join(folder, name);
  cpSync(frozenPath(build, name), copy, { recursive: true });
  return copy;
}
