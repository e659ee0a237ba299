/** A library of 2,000 entries in Chromium: how soon it is there after the page is opened, and the longest task while it is scrolled. */
import type { Page } from 'playwright-core';
import { median } from './measure/median.ts';
import { type Row, toRow } from './measure/row.ts';
import { openApp } from './web/browser.ts';

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;
/** Makes the runner find or install Chromium first. */
export const needsBrowser = true;

const ENTRIES = 2_000;
const RUNS = 5;
const WHEELS = 60;
const WHEEL_PX = 3_500;

declare global {
  interface Window {
    /** When the first row was there, ms from the start of the navigation. */
    firstRowMs: number | undefined;
    longestTaskMs: number;
  }
}

export async function* rows(): AsyncGenerator<Row> {
  const app = await openApp();
  try {
    const context = await app.browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
    await context.addInitScript(watchRows);
    const page = await context.newPage();
    const url = `${app.url}/local?key=DemoHandy1`;
    await page.goto(url);
    await importEntries(page);
    const openedMs: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await page.goto(url);
      openedMs.push(await firstRowMs(page));
    }
    yield toRow({
      row: `a library of ${ENTRIES} entries, from opening the page of the player to its first row, median of ${RUNS}`,
      value: median(openedMs),
      unit: 'ms',
      bounds: { atMost: 1_000 },
    });
    yield toRow({
      row: `longest task of the page while a library of ${ENTRIES} entries is scrolled to its end (0: none over 50 ms)`,
      value: await longestTaskOfScroll(page),
      unit: 'ms',
      bounds: { atMost: 50 },
    });
  } finally {
    await app.close();
  }
}

/** Notes when the first row of the library is there, and the longest task. */
function watchRows(): void {
  window.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTaskMs = Math.max(window.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-row]') === null) return;
    window.firstRowMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

async function firstRowMs(page: Page): Promise<number> {
  await page.waitForFunction(() => window.firstRowMs !== undefined);
  return (await page.evaluate(() => window.firstRowMs)) ?? Number.NaN;
}

async function importEntries(page: Page): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(libraryExport()));
  await page
    .locator('input[type=file][accept=".json"]')
    .setInputFiles({ name: 'library.json', mimeType: 'application/json', buffer });
  await firstRowMs(page);
}

/** An export with so many entries, each with a script of its own and a heatmap. */
function libraryExport() {
  const numbers = Array.from({ length: ENTRIES }, (_, index) => index);
  const heatmapOf = (index: number) =>
    Array.from({ length: 60 }, (_, column) => [(index + column * 3) % 200, column % 40, 60 + (column % 40)]).flat();
  return {
    ...{ app: 'tactus-library', version: 1, playlists: [], damaged: [] },
    texts: Object.fromEntries(numbers.map((index) => [`text-${index}`, `0,${index % 90}\n${500 + index},90\n`])),
    entries: numbers.map((index) => ({
      ...{ version: 1, id: `entry-${index}`, title: `Ride ${index}`, addedAtMs: index, durationMs: 600_000 + index },
      tags: [index % 2 ? 'slow' : 'fast', `set ${index % 10}`],
      medium: { name: `ride-${index}.mp4`, type: 'video/mp4', size: 1_000 + index },
      scripts: [{ name: `ride-${index}.csv`, type: 'text/csv', hash: `text-${index}` }],
      thumbnail: Buffer.from(heatmapOf(index)).toString('base64'),
    })),
  };
}

async function longestTaskOfScroll(page: Page): Promise<number> {
  await page.locator('[data-row="0"]').hover();
  await page.evaluate(() => {
    window.longestTaskMs = 0;
  });
  for (let turn = 0; turn < WHEELS; turn += 1) await page.mouse.wheel(0, WHEEL_PX);
  await page.locator(`[data-row="${ENTRIES - 1}"]`).waitFor();
  return page.evaluate(() => window.longestTaskMs);
}
