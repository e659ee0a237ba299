/** Chromium for the browser tests: found, or installed where that can be done without asking. */
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';
import { note } from './root.mjs';

const APT_TIMEOUT_MS = 10 * 60_000;
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APT_PACKAGES = ['chromium', 'fonts-noto-cjk'];

const ADVICE =
  'Install Chromium (on Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH to a Chromium or Chrome.';

/**
 * The path of a Chromium: CHROMIUM_PATH, then PATH, then apt where this is Debian and we are root. Undefined, after a
 * line that says what to install, where there is none.
 * @returns {Promise<string | undefined>}
 */
export async function ensureChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (isProgram(named)) return named;
    note(`CHROMIUM_PATH names ${named}, which is not a program. ${ADVICE}`);
    return undefined;
  }

  const found = findInPath(NAMES);
  if (found) return found;

  const apt = findInPath(['apt-get']);
  if (!apt || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    note(`There is no Chromium in PATH, and it cannot be installed from here. ${ADVICE}`);
    return undefined;
  }
  note(`Installing Chromium: none in PATH (apt-get install ${APT_PACKAGES.join(' ')}) …`);
  return installWithApt(apt);
}

/**
 * The first of these programs that PATH leads to.
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
  const installed = install.code === 0 ? findInPath(NAMES) : undefined;
  if (!installed) note(`apt-get could not install Chromium. ${ADVICE}\n${tail(update.output)}${tail(install.output)}`);
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
