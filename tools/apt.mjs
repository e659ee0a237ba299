/** Programs that Debian's own packages bring, for tests on a machine without them. */
import { existsSync } from 'node:fs';
import { findInPath } from './find-in-path.mjs';
import { run } from './processes.mjs';
import { note } from './root.mjs';

const APT_TIMEOUT_MS = 10 * 60_000;

/**
 * Installs packages where that needs no question, on Debian as root; false where it is not tried.
 * @param {string} what their name for people
 * @param {string[]} packages
 * @param {string} advice what else to do, printed where they could not be installed
 */
export async function installWithApt(what, packages, advice) {
  const apt = findInPath(['apt-get']);
  if (!apt || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  note(`Installing ${what}: not all of it is in PATH (apt-get install ${packages.join(' ')}) …`);
  const options = {
    timeoutMs: APT_TIMEOUT_MS,
    collect: true,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const update = await run(apt, ['update', '-q'], options);
  const install = await run(apt, ['install', '-q', '-y', '--no-install-recommends', ...packages], options);
  if (install.code !== 0)
    note(`apt-get could not install ${what}. ${advice}\n${tail(update.output)}${tail(install.output)}`);
  return true;
}

/** @param {string} output */
function tail(output) {
  return output.split('\n').slice(-15).join('\n');
}
