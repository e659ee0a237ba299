import { type Browser, chromium } from 'playwright-core';

/** Where `npm test` found Chromium; Debian's own place otherwise. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** What Chromium needs to run as root, without a GPU, and without talking to anybody else. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless Chromium. The caller closes it. */
export function launchBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...extraFlags] });
}
