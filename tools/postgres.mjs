/** PostgreSQL for the tests of the store: found, or installed where that needs no question. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installWithApt } from './apt.mjs';
import { findInPath } from './find-in-path.mjs';
import { note } from './root.mjs';

/** Where Debian has the programs of each version, which it does not put into PATH. */
const DEBIAN = '/usr/lib/postgresql';

const ADVICE =
  'Install PostgreSQL 15 or newer (on Debian: apt-get install postgresql) or set TACTUS_POSTGRES_BIN to the folder of its programs.';

/**
 * The folder with `postgres` and `initdb`: TACTUS_POSTGRES_BIN, then PATH, then Debian's newest; undefined where there is none.
 * @param {string} [debian] for tests
 * @returns {string | undefined}
 */
export function findPostgres(debian = DEBIAN) {
  const named = process.env['TACTUS_POSTGRES_BIN'];
  const inPath = findInPath(['initdb']);
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(inPath ? [dirname(inPath)] : []), ...versions.map((version) => join(debian, version, 'bin'))];
  return (named ? [named] : folders).find(isComplete);
}

/** @param {string} folder */
const isComplete = (folder) => ['postgres', 'initdb'].every((name) => findInPath([name], folder) !== undefined);

/**
 * Finds PostgreSQL, or installs it by apt on Debian as root. Where neither is possible it prints what to install, and the tests
 * that need it fail.
 */
export async function ensurePostgres() {
  if (findPostgres()) return;
  if (process.env['TACTUS_POSTGRES_BIN'] || !(await installWithApt('PostgreSQL', ['postgresql'], ADVICE)))
    note(`There is no PostgreSQL, and it cannot be installed from here. ${ADVICE}`);
}
