import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '../harness/browser.ts';
import { startTactus, type Tactus } from '../harness/tactus.ts';
import type { ManyDevices } from './page.ts';

/** A browser with several tabs of the page with many devices, at a cloud of their own. */
export interface ManyDevicesRun {
  readonly tactus: Tactus;
  readonly context: BrowserContext;
  readonly keys: readonly string[];
  tab(): Promise<Page>;
  /** Asks the page something. */
  ask<R>(page: Page, question: (page: ManyDevices) => R): Promise<R>;
  /** Open event streams at the cloud, as it counts them itself. */
  openStreams(): Promise<number>;
  close(): Promise<void>;
}

/** Builds the page, starts a cloud with so many virtual devices, and a browser. */
export async function openManyDevices(count: number): Promise<ManyDevicesRun> {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-many-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@tactus/source', 'module', 'browser', 'development|production'] },
    build: {
      target: 'es2023',
      outDir: folder,
      lib: { entry: fileURLToPath(new URL('./page.ts', import.meta.url)), formats: ['es'], fileName: () => 'page.js' },
    },
  });
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Many</title><script type="module" src="/page.js"></script>',
  );
  const tactus = await startTactus(folder);
  const browser: Browser = await launchBrowser();
  const context = await browser.newContext();
  const keys: string[] = [];
  for (let made = 0; made < count; made++) {
    const made_ = await fetch(`${tactus.url}/api/tactus/virtual-devices`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ model: 'handy' }),
    });
    keys.push(((await made_.json()) as { connectionKey: string }).connectionKey);
  }

  return {
    tactus,
    context,
    keys,
    async tab() {
      const page = await context.newPage();
      await page.goto(tactus.url);
      await page.waitForFunction('window.manyDevices !== undefined');
      return page;
    },
    ask: (page, question) => page.evaluate(`(${question.toString()})(window.manyDevices)`),
    async openStreams() {
      const text = await (await fetch(`${tactus.url}/metrics`)).text();
      return Number(/^tactus_open_streams (\d+)$/m.exec(text)?.[1]);
    },
    async close() {
      await browser.close();
      await tactus.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
