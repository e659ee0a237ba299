/** Chromium for the browser tests: found, or installed where that needs no question. */
import { installWithApt } from './apt.mjs';
import { findInPath, isProgram } from './find-in-path.mjs';
import { note } from './root.mjs';

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

  if (await installWithApt('Chromium', APT_PACKAGES, ADVICE)) return pathsFound();
  if (!found) note(`There is no Chromium in PATH, and it cannot be installed from here. ${ADVICE}`);
  return found;
}

/** @returns {BrowserPaths | undefined} */
function pathsFound() {
  const chromium = findInPath(NAMES);
  const shell = findInPath([SHELL]);
  return chromium ? { CHROMIUM_PATH: chromium, ...(shell && { CHROMIUM_SHELL_PATH: shell }) } : undefined;
}
