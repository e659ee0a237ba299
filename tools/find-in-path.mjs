/** Programs of this machine. */
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of these programs in PATH.
 * @param {string[]} names
 * @param {string} [path] other folders than those of PATH
 */
export function findInPath(names, path = process.env['PATH'] ?? '') {
  const folders = path.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** @param {string} path */
export function isProgram(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
}
