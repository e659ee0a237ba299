/** Chromium for the browser tests: found, or installed where that needs no question. */
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';
import { note } from './root.mjs';

const APT_TIMEOUT_MS = 10 * 60_000;
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without a window: the same pages for a fifth less work (e2e/harness/browser.ts). */
const SHELL = 'chromium-headless-shell';
const APT_PACKAGES = ['chromium', SHELL, 'fonts-noto-cjk'];

const ADVICE =
  'Install Chromium (on Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH to a Chromium or Chrome.';

/** The variables by which the browser tests find their browsers. @typedef {Record<string, string>} BrowserPaths */

/**
 * Finds the browsers of the tests. Chromium: CHROMIUM_PATH, then PATH, then apt on Debian as root; its shell
 * likewise, which the tests can do without. Undefined, after a line that explains what to install, where there is no
 * Chromium.
 * @returns {Promise<BrowserPaths | undefined>}
 */
export async function ensureChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (isProgram(named)) return { CHROMIUM_PATH: named };
    note(`CHROMIUM_PATH names ${named}, which is not a program. ${ADVICE}`);
    return undefined;
  }

  const found = pathsFound();
  if (found?.['CHROMIUM_SHELL_PATH']) return found;

  const apt = findInPath(['apt-get']);
  if (!apt || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    if (!found) note(`There is no Chromium in PATH, and it cannot be installed from here. ${ADVICE}`);
    return found;
  }
  note(`Installing Chromium: not all of it is in PATH (apt-get install ${APT_PACKAGES.join(' ')}) …`);
  return installWithApt(apt);
}

/** @returns {BrowserPaths | undefined} */
function pathsFound() {
  const chromium = findInPath(NAMES);
  const shell = findInPath([SHELL]);
  return chromium ? { CHROMIUM_PATH: chromium, ...(shell && { CHROMIUM_SHELL_PATH: shell }) } : undefined;
}

/**
 * The first of these programs in PATH.
 * @param {string[]} names
 * @param {string} [path] for tests
 */
export function findInPath(names, path = process.env['PATH'] ?? '') {
  const folders = path.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** @param {string} apt */
async function installWithApt(apt) {
  const options = {
    timeoutMs: APT_TIMEOUT_MS,
    collect: true,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const update = await run(apt, ['update', '-q'], options);
  const install = await run(apt, ['install', '-q', '-y', '--no-install-recommends', ...APT_PACKAGES], options);
  const installed = pathsFound();
  if (install.code !== 0)
    note(`apt-get could not install Chromium. ${ADVICE}\n${tail(update.output)}${tail(install.output)}`);
  return installed;
}

/** @param {string} output */
function tail(output) {
  return output.split('\n').slice(-15).join('\n');
}

/** @param {string} path */
function isProgram(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
}
