/**
 * `npm run freeze -- FOLDER`: the data that today's build leaves in browsers, clouds, programs and pages, written to
 * a new folder below `contract/frozen`. Build the app first. These files never change again: the
 * tests that open them with every later build are `contract/frozen/*.test.ts` and `e2e/frozen/*.spec.ts`.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../harness/browser.ts';
import { WEB_ROOT } from '../harness/tactus.ts';
import { freezeBridgingBrowser, freezeBrowser } from './freeze-browser.ts';
import { freezeCloud } from './freeze-cloud.ts';
import { bundleDeviceProgram, packApp } from './freeze-programs.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined || existsSync(folder)) throw new Error('Name a folder that is not there yet');
if (!existsSync(WEB_ROOT)) throw new Error('The app is not built: run `npm run build` first');
mkdirSync(folder, { recursive: true });

const writeJson = (name: string, value: unknown) =>
  writeFileSync(join(folder, name), `${JSON.stringify(value, undefined, 1)}\n`);
const deviceProgram = join(folder, 'tactus-device.mjs');
const dataDir = mkdtempSync(join(tmpdir(), 'tactus-freeze-'));
const browser = await launchBrowser();
try {
  writeFileSync(join(folder, 'app.tar.br'), packApp(WEB_ROOT));
  await bundleDeviceProgram(deviceProgram);
  writeJson('cloud.json', await freezeCloud(dataDir, deviceProgram, join(folder, 'cloud')));
  writeJson('browser.json', await freezeBrowser(browser));
  writeJson('bridging-browser.json', await freezeBridgingBrowser(browser));
} finally {
  await browser.close();
  rmSync(dataDir, { recursive: true });
}
