import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { buildPage } from './harness/built-page.ts';
import { startTactus, type Tactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';

/** Far below the ten seconds of an abandoned lease: the page itself has sent the stop. */
const STOPPED_WITHIN_MS = 4_000;
const HANDY = 'DemoHandy1';
const OH = 'DemoOh0001';

let built: Awaited<ReturnType<typeof buildPage>>;
let tactus: Tactus;
let browser: Browser;
beforeAll(async () => {
  built = await buildPage({ page: fileURLToPath(new URL('./leaving/page.ts', import.meta.url)) });
  tactus = await startTactus(built.folder);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await tactus?.close();
  built?.remove();
});

const moves = () => tactus.device(HANDY).isMoving();
const vibrates = async () => (await tactus.device(OH).get<{ enabled: boolean }>('/hvp/state')).enabled;

test.each([
  ['alternating motion', 'hamp', HANDY, moves],
  ['vibration', 'hvp', OH, vibrates],
  ['recorded points', 'hsp', HANDY, moves],
  ['a recorded script', 'hssp', HANDY, moves],
] as const)('%s of a page stops when the page is closed', async (_, motion, key, isGoing) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(tactus.url);
  await page.waitForFunction('window.leaving !== undefined');
  await page.evaluate(`window.leaving.start(${JSON.stringify(key)}, ${JSON.stringify(motion)})`);
  await until('it is going', isGoing);
  await page.close({ runBeforeUnload: true });
  const rests = async () => !(await isGoing()) && !(await isGoing());
  await until('it has stopped', rests, STOPPED_WITHIN_MS);
  expect(await isGoing()).toBe(false);
  await context.close();
});
