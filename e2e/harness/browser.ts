import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const DEBIAN = '/usr/bin/chromium';
const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';

/** Where `npm test` found Chromium; Debian's own place otherwise. */
export const browserPath = process.env['CHROMIUM_PATH'] ?? DEBIAN;

/**
 * The same Chromium without a window's frame, where it is installed: pages are the same in it, and a fifth of the work is
 * saved. It hides no tab behind another (hidden-tab.ts takes the whole browser).
 */
const shellPath =
  process.env['CHROMIUM_SHELL_PATH'] ??
  (browserPath === DEBIAN && existsSync(DEBIAN_SHELL) ? DEBIAN_SHELL : browserPath);

/**
 * Chromium obeys only the last of these lists, so Playwright's own is repeated; the first two are ours: the list under the
 * address bar is a page of its own, and an invisible window would start a process for it.
 */
const SWITCHED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** The options of Chromium for running as root, without a GPU, and without requests to other servers. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${SWITCHED_OFF.join(',')}`,
];

/** Starts a headless Chromium. The caller closes it. */
export function launchBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: shellPath, headless: true, args: [...BROWSER_FLAGS, ...extraFlags] });
}

let shared: Browser | undefined;

/** The browser of all tests that one process runs: it starts with the first use, and ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser();
  return shared;
}
