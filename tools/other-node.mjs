/** Another version of Node, as npm has it: a package for each system, with nothing but the program. */
import { existsSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { runNpm } from './npm.mjs';
import { inRoot, note } from './root.mjs';

const INSTALL_TIMEOUT_MS = 5 * 60_000;

/**
 * The folder with the program `node` of the newest Node of this major version, installed into `.cache` where it is absent.
 * @param {number} major
 * @throws {Error} when npm does not have one for this system
 */
export async function folderOfNode(major) {
  const name = `node-${platform}-${arch}`;
  const root = inRoot('.cache', `node-${major}`);
  const folder = inRoot('.cache', `node-${major}`, 'node_modules', name, 'bin');
  if (existsSync(folder)) return folder;
  note(`Installing Node ${major} into .cache …`);
  const args = ['install', '--prefix', root, '--no-save', '--no-audit', '--no-fund', `${name}@${major}`];
  const { code, output } = await runNpm(args, { timeoutMs: INSTALL_TIMEOUT_MS, collect: true });
  if (code !== 0) throw new Error(`Node ${major} was not installed:\n${output.trimEnd()}`);
  return folder;
}
