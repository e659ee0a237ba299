/** `npm run lines [REVISION]`: files and lines of product code and of tests, here and at an earlier revision. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, ROOT, say } from './root.mjs';
import './run-from-source.mjs';

const { countTree, sourceKindOf } = await import('./count-lines.ts');
const [revision] = process.argv.slice(2);

/** @param {readonly string[]} words */
const git = (...words) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });

/** @param {string} list */
const counted = (list) => list.split('\0').filter((path) => path !== '' && sourceKindOf(path) !== undefined);

const paths = counted(git('ls-files', '-z')).filter((path) => existsSync(inRoot(path)));
const here = countTree(paths.map((path) => [path, readFileSync(inRoot(path), 'utf8')]));
const before = revision === undefined ? undefined : countTree(earlierFiles(revision));

for (const kind of /** @type {const} */ (['product', 'tests'])) {
  const { files, lines, code } = here[kind];
  say(`${kind}: ${files} files, ${lines} lines, of them ${code} code`);
  const old = before?.[kind];
  if (old) say(`  since ${revision}: ${signed(files - old.files)} files, ${signed(code - old.code)} lines of code`);
}

/**
 * @param {string} at
 * @returns {Iterable<readonly [path: string, text: string]>}
 */
function* earlierFiles(at) {
  for (const path of counted(git('ls-tree', '-r', '-z', '--name-only', at))) yield [path, git('show', `${at}:${path}`)];
}

/** @param {number} change */
function signed(change) {
  return change > 0 ? `+${change}` : String(change);
}
