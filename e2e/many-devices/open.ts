import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { buildPage } from '../harness/built-page.ts';
import { startTactus, type Tactus } from '../harness/tactus.ts';
import type { ManyDevices } from './page.ts';

/** A browser with several tabs of the page with many devices, at a cloud of their own. */
export interface ManyDevicesRun {
  readonly tactus: Tactus;
  readonly context: BrowserContext;
  readonly keys: readonly string[];
  tab(): Promise<Page>;
  /** Evaluates a function in the page. */
  evaluate<R>(page: Page, question: (page: ManyDevices) => R): Promise<R>;
  /** Open event streams at the cloud, as it counts them itself. */
  openStreams(): Promise<number>;
  close(): Promise<void>;
}

/** Builds the page, starts a cloud with so many virtual devices, and a browser. */
export async function openManyDevices(count: number): Promise<ManyDevicesRun> {
  const built = await buildPage({ page: fileURLToPath(new URL('./page.ts', import.meta.url)) });
  const tactus = await startTactus(built.folder);
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
    evaluate: (page, question) => page.evaluate(`(${question.toString()})(window.manyDevices)`),
    async openStreams() {
      const text = await (await fetch(`${tactus.url}/metrics`)).text();
      return Number(/^tactus_open_streams (\d+)$/m.exec(text)?.[1]);
    },
    async close() {
      await browser.close();
      await tactus.close();
      built.remove();
    },
  };
}
