/** The tarball of `@tactus/sdk`, and an empty folder with it installed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../npm.mjs';
import { inRoot } from '../root.mjs';
import { makePackageFolder } from './package-folder.mjs';

const NPM_TIMEOUT_MS = 60_000;
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Builds and packs; returns the path of the tarball.
 * @param {string} folder
 */
export async function packSdk(folder) {
  const source = join(folder, 'package');
  mkdirSync(folder, { recursive: true });
  await makePackageFolder(source);
  const output = await npm(folder, ['pack', source, '--pack-destination', folder, '--json', ...QUIET]);
  const name = /"filename": "([^"]+)"/.exec(output)?.[1];
  if (name === undefined) throw new Error(`npm pack named no file.\n${output.trim()}`);
  return join(folder, name.replace(/^@/, '').replace('/', '-'));
}

/**
 * Packs, and installs the tarball into a folder as other people do: with npm, and with nothing of the workspace. The
 * packages of other people come from this repository's own node_modules, so that no network is needed.
 * @param {string} folder
 */
export async function installPackedSdk(folder) {
  const tarball = await packSdk(join(folder, 'packed'));
  const program = join(folder, 'program');
  mkdirSync(program, { recursive: true });
  const { name, dependencies } = JSON.parse(readFileSync(join(folder, 'packed', 'package', 'package.json'), 'utf8'));
  const foreign = Object.keys(dependencies).map((dependency) => [
    dependency,
    `file:${inRoot('node_modules', dependency)}`,
  ]);
  const wanted = { [name]: `file:${tarball}`, ...Object.fromEntries(foreign) };
  writeFileSync(join(program, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: wanted }));
  await npm(program, ['install', '--offline', '--install-links', '--cache', join(folder, 'cache'), ...QUIET]);
  return program;
}

/**
 * Returns npm's output.
 * @param {string} cwd
 * @param {string[]} args
 */
async function npm(cwd, args) {
  const ended = await runNpm(args, { cwd, timeoutMs: NPM_TIMEOUT_MS, collect: true });
  if (ended.code !== 0) throw new Error(`npm ${args[0]} failed.\n${ended.output.trim()}`);
  return ended.output;
}
