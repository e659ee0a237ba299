/** npm, for the tools that need it. Only `node:` modules are imported here and below: this runs before any install. */
import { basename } from 'node:path';
import { run } from './processes.mjs';

/**
 * Runs the npm that started this process, where one did, else the one in PATH.
 * @param {string[]} args
 * @param {import('./processes.mjs').RunOptions} options
 */
export function runNpm(args, options) {
  const starter = process.env['npm_execpath'];
  const isNpm = starter !== undefined && /^npm(-cli)?(\.c?js)?$/.test(basename(starter));
  return isNpm ? run(process.execPath, [starter, ...args], options) : run('npm', args, options);
}
