import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Scripts of other editors, beside this checkout where they are available. */
const FOLDER = join(import.meta.dirname, '../../../shared/data/scripts');

/** A real script that begins at 0 and lasts ten seconds; `undefined` where there is none. */
export const realScript = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .filter((name) => /^sample-.*\.funscript$/.test(name))
      .map((name) => join(FOLDER, name))[0]
  : undefined;

/** A file with a slow script of this length, and its note of how much of the stroke it is for. */
export function gentleScript(seconds: number, rangePercent = 100): string {
  const actions = Array.from({ length: seconds * 2 + 1 }, (_, index) => ({
    at: index * 500,
    pos: index % 2 ? 70 : 30,
  }));
  const folder = mkdtempSync(join(tmpdir(), 'tactus-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'gentle.funscript');
  writeFileSync(path, JSON.stringify({ version: '1.0', inverted: false, range: rangePercent, actions }));
  return path;
}
