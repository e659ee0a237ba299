/** A hash of a build's sources, to compare a build with the present sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './root.mjs';

const NOT_SOURCES =
  /^(node_modules|dist|dist-static|\.types|\.cache|coverage|testing)$|\.(test|spec)\.tsx?$|\.tsbuildinfo$/;

/** A file that is written twice within the clock's step has the times of its first contents: such times are not relied on. */
const CLOCK_STEP_MS = 2_000;

/** @typedef {{ path: string, status: import('node:fs').Stats }} Source */

/**
 * One hash over every source in some files and folders, names and contents.
 * @param {readonly string[]} places below the top folder
 * @param {string} [root] for tests
 */
export function hashOfSources(places, root = ROOT) {
  return sha256(places.map((place) => `${place}\0${hashOfPlace(place, root)}\0`));
}

/**
 * The hash of one place. Where the sizes and times of its files are those of the last call, no file is read: a start of the app
 * would read all sources twice.
 * @param {string} place
 * @param {string} root
 */
function hashOfPlace(place, root) {
  const sources = sourcesIn(join(root, place));
  const statuses = sha256(
    sources.map(
      ({ path, status: { size, mtimeMs, ctimeMs, ino } }) => `${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\0`,
    ),
  );
  const stored = join(root, '.cache', 'source-hashes', place.replaceAll('/', '-'));
  const [ofStatuses, known] = existsSync(stored) ? readFileSync(stored, 'utf8').split(' ') : [];
  if (known && ofStatuses === statuses) return known;
  const hash = sha256(sources.flatMap(({ path }) => [`${relative(root, path)}\0`, readFileSync(path), '\0']));
  const newest = Math.max(0, ...sources.map(({ status }) => status.ctimeMs));
  if (Date.now() - newest > CLOCK_STEP_MS) store(stored, `${statuses} ${hash}`);
  return hash;
}

/**
 * Stores a text in one step, as other processes may read and write the file at the same time.
 * @param {string} path
 * @param {string} text
 */
function store(path, text) {
  mkdirSync(join(path, '..'), { recursive: true });
  const own = `${path}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, path);
}

/**
 * @param {string} path a file or a folder
 * @returns {Source[]}
 */
function sourcesIn(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status?.isDirectory()) return status?.isFile() ? [{ path, status }] : [];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.test(name))
    .sort()
    .flatMap((name) => sourcesIn(join(path, name)));
}

/** @param {readonly (string | Uint8Array)[]} parts */
function sha256(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
