/** The npm packages: installed when they are missing or differ from package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { note, ROOT } from './root.mjs';

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** Inside node_modules, so that deleting that folder deletes the stamp with it. */
const STAMP = 'node_modules/.tactus-lock';

/** The same where only what `npm start` needs is installed. */
const START_STAMP = 'node_modules/.tactus-lock-start';

/** What `npm start` runs, and builds the app with: a third of all packages. */
const START_WORKSPACES = ['@tactus/web', '@tactus/cloud', '@tactus/cli'].map((name) => `--workspace=${name}`);

/** npm's message when the lock file and package.json disagree: `npm ci` can then never work, `npm install` can. */
const LOCK_UNUSABLE = /EUSAGE|can only install (packages )?(with an existing|when your)|Missing: .* from lock file/;

/**
 * Installs what `npm start` needs, where nothing else was ever installed; all packages stay complete.
 * @param {string} [root] for tests
 * @throws {Error} when npm cannot install, with what to do
 */
export async function ensureStartPackages(root = ROOT) {
  if (existsSync(join(root, 'node_modules')) && !existsSync(join(root, START_STAMP))) return ensurePackages(root);
  if (isStamped(root, START_STAMP)) return;
  await install(root, START_WORKSPACES, START_STAMP);
  removeUnread(root);
}

/**
 * Removes files of packages that no start reads: the maps of their sources. They are a sixth of the space; `npm ci` brings them back
 * with all packages.
 * @param {string} root
 */
export function removeUnread(root) {
  const packages = join(root, 'node_modules');
  // Before Node 20.12 the folder has another name.
  for (const file of readdirSync(packages, { recursive: true, withFileTypes: true }))
    if (file.isFile() && file.name.endsWith('.map')) rmSync(join(file.parentPath ?? file.path, file.name));
}

/**
 * Makes node_modules agree with package-lock.json.
 * @param {string} [root] for tests
 * @throws {Error} when npm cannot install, with what to do
 */
export async function ensurePackages(root = ROOT) {
  if (!packagesAreCurrent(root)) await install(root, [], STAMP);
}

/**
 * @param {string} root
 * @param {readonly string[]} workspaces arguments of npm that select some
 * @param {string} stampName
 */
async function install(root, workspaces, stampName) {
  const lockPath = join(root, 'package-lock.json');

  const missing = !existsSync(join(root, 'node_modules'));
  const why = missing ? 'node_modules is missing' : 'node_modules differs from package-lock.json';
  if (existsSync(lockPath)) {
    note(`Installing packages: ${why} (npm ci) …`);
    const ci = await npm(root, ['ci', ...workspaces]);
    if (ci.code !== 0 && LOCK_UNUSABLE.test(ci.output)) {
      note('npm ci is not possible: package.json and package-lock.json disagree. Falling back to npm install …');
      await installLoosely(root);
    } else if (ci.code !== 0) {
      throw new Error(installFailed('npm ci', ci));
    }
  } else {
    note('Installing packages: there is no package-lock.json, so npm ci is not possible (npm install) …');
    await installLoosely(root);
  }
  stamp(root, stampName);
}

/**
 * Whether the installed packages match the lock file. A folder that was filled by hand is compared package by package with
 * npm's own record of it, and stamped when it matches.
 * @param {string} root
 */
export function packagesAreCurrent(root) {
  const lockPath = join(root, 'package-lock.json');
  if (!existsSync(lockPath) || !existsSync(join(root, 'node_modules'))) return false;
  if (isStamped(root, STAMP)) return true;
  if (!installedAsLocked(root)) return false;
  stamp(root, STAMP);
  return true;
}

/** @param {string} root */
function installedAsLocked(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const installed = lockedPackages(record);
  return Object.entries(wanted).every(([path, locked]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    // Packages for other systems are in the lock file, but not on this machine.
    if (!found) return locked.optional === true || locked.devOptional === true;
    return found.version === locked.version && existsSync(join(root, path));
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function lockedPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

/** @param {string} root */
async function installLoosely(root) {
  const result = await npm(root, ['install']);
  if (result.code !== 0) throw new Error(installFailed('npm install', result));
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function npm(root, args) {
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  return runNpm([...args, ...flags], { cwd: root, timeoutMs: INSTALL_TIMEOUT_MS, collect: true });
}

/**
 * @param {string} command
 * @param {import('./processes.mjs').RunResult} result
 */
function installFailed(command, result) {
  const why = result.timedOut
    ? `it took more than ${INSTALL_TIMEOUT_MS / 60_000} minutes`
    : `it ended with code ${result.code}`;
  return `${command} failed: ${why}.\n${result.output.trim()}\nCheck the connection to the package registry, then run the command again.`;
}

/**
 * @param {string} root
 * @param {string} name
 */
function isStamped(root, name) {
  const path = join(root, name);
  return existsSync(path) && readFileSync(path, 'utf8') === lockHash(root);
}

/**
 * @param {string} root
 * @param {string} name
 */
function stamp(root, name) {
  if (existsSync(join(root, 'package-lock.json'))) writeFileSync(join(root, name), lockHash(root));
}

/** @param {string} root */
function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}
