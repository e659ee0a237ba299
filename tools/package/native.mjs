/** The native libraries of the database, for the platforms of the package: compiled by their authors, fetched by npm. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../npm.mjs';
import { run } from '../processes.mjs';
import { inRoot } from '../root.mjs';

const TIMEOUT_MS = 2 * 60_000;
const PREFIX = 'node_modules/@libsql/';
const CACHE = inRoot('.cache', 'native');

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
  const file = join(CACHE, name);
  if (!existsSync(file)) await fetchLibrary(`@libsql/${target}@${version}`, integrity, file);
  return { name, file };
}

/**
 * @param {string} spec the package that holds the library
 * @param {string} integrity of its tarball, as the lock file has it
 * @param {string} file
 */
async function fetchLibrary(spec, integrity, file) {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'half-'));
  const options = { cwd: folder, timeoutMs: TIMEOUT_MS, collect: true };
  try {
    const packed = await runNpm(['pack', spec, '--prefer-offline', '--json', '--loglevel=error'], options);
    const tarball = /"filename": "([^"]+)"/.exec(packed.output)?.[1]?.replace(/^@/, '').replace('/', '-');
    if (packed.code !== 0 || !tarball) throw new Error(`${spec} could not be fetched.\n${packed.output.trim()}`);
    const hash = createHash('sha512')
      .update(readFileSync(join(folder, tarball)))
      .digest('base64');
    if (integrity !== `sha512-${hash}`) throw new Error(`${spec} is not the file of package-lock.json`);
    const { code, output } = await run('tar', ['-xzf', tarball, 'package/index.node'], options);
    if (code !== 0) throw new Error(`${spec} could not be unpacked.\n${output.trim()}`);
    renameSync(join(folder, 'package', 'index.node'), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
