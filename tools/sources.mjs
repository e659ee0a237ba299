/** A hash of a build's sources, to compare a build with the present sources. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, ROOT } from './root.mjs';

const NOT_SOURCES =
  /^(node_modules|dist|dist-static|\.types|\.cache|coverage|testing)$|\.(test|spec)\.tsx?$|\.tsbuildinfo$/;

/**
 * One hash over every source in some files and folders, names and contents.
 * @param {readonly string[]} places below the top folder
 */
export function hashOfSources(places) {
  const hash = createHash('sha256');
  for (const path of places.flatMap((place) => filesUnder(inRoot(place)))) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path a file or a folder
 * @returns {string[]}
 */
function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.isFile() ? [path] : [];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.test(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
