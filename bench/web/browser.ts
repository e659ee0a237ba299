/** A browser and the built app for the rows that are measured in one. */
import { createCloud, defaultConfig } from '@tactus/cloud';
import { freePort } from '@tactus/cloud/testing';
import { systemRandom, systemTime } from '@tactus/time';
import { type Browser, chromium } from 'playwright-core';
import { DIST } from '../web-build/initial-scripts.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** The app, served as `npm start` serves it, and a Chromium whose debugging port is known. */
export interface AppInBrowser {
  readonly url: string;
  readonly browser: Browser;
  readonly debuggingPort: number;
  close(): Promise<void>;
}

/** Starts both; the demo devices exist, and there is no rate limit. `flags` are for Chromium beside the usual ones. */
export async function openApp(flags: readonly string[] = []): Promise<AppInBrowser> {
  const config = defaultConfig({
    port: 0,
    dataDir: ':memory:',
    webRoot: DIST,
    logLevel: 'silent',
    rateLimitPerMinute: 0,
  });
  const cloud = await createCloud({ config, time: systemTime, random: systemRandom() });
  const { url } = await cloud.listen();
  const debuggingPort = await freePort();
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, ...flags, `--remote-debugging-port=${debuggingPort}`],
  });
  return {
    url,
    browser,
    debuggingPort,
    async close() {
      await browser.close();
      await cloud.close();
    },
  };
}
