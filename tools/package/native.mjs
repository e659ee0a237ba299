/** The native libraries of the database, for the platforms of the package: compiled by their authors, fetched by npm. */
import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from '../root.mjs';
import { fetchPackedFile } from './fetch-packed-file.mjs';

const PREFIX = 'node_modules/@libsql/';

/** The platforms of the package, unless others are asked for: more of them would be more than 60 MB on a disk. */
export const USUAL_TARGETS = ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc'];

/** The platforms for which there is a library, as in `linux-x64-musl`. */
export function knownTargets() {
  return Object.keys(lockedPackages())
    .filter((path) => path.startsWith(PREFIX))
    .map((path) => path.slice(PREFIX.length));
}

/** @returns {Record<string, { version: string, integrity: string }>} */
function lockedPackages() {
  return JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
}

/**
 * The library of a platform, in the version of the lock file.
 * @param {string} target
 * @returns {Promise<{ name: string, file: string }>} its name in the package, and its file here
 */
export async function nativeLibraryOf(target) {
  const path = `${PREFIX}${target}`;
  const locked = lockedPackages()[path];
  if (!locked) throw new Error(`There is no database library for ${target}, only for ${knownTargets().join(', ')}`);
  const { version, integrity } = locked;
  const name = `${target}-${version}.node`;
  const installed = inRoot(path, 'index.node');
  if (existsSync(installed)) return { name, file: installed };
  const from = { spec: `@libsql/${target}@${version}`, integrity, path: 'package/index.node' };
  return { name, file: await fetchPackedFile(from, inRoot('.cache', 'native', name)) };
}
