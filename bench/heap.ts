/**
 * Heap growth over 20 simulated hours (page cycles, stream reconnects, 36k events), of the built app in Chromium. The
 * constants below define an hour; after each, garbage is collected and the heap of the page is read. The
 * growth is the slope of a line through the readings, without the first, in which every page is loaded.
 */
import type { CDPSession, Page } from 'playwright-core';
import { openFaultProxy } from './end-to-end/fault-proxy.ts';
import { type Row, toRow } from './measure/row.ts';
import { openApp } from './web/browser.ts';

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;
/** Makes the runner find or install Chromium first. */
export const needsBrowser = true;

const HOURS = 20;
/** An hour: every one of these pages once … */
const PAGES = [
  ...['/hamp', '/hdsp', '/hvp', '/hsp', '/random-classic', '/remote', '/sync', '/local', '/beatbox'],
  ...['/link', '/configure', '/settings', '/'],
] as const;
/** … the event stream broken this many times … */
const BREAKS_AN_HOUR = 2;
/** … and this many events of the device, while pages change and while nothing else happens. */
const EVENTS_AN_HOUR = 1_800;
const EVENTS_AT_ONCE = 30;
const KEY = 'DemoHandy1';

/** The engine compiles frequent code for minutes, and drops unused code: that growth is not ours, and excluded. */
const DATA_ALONE = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode --no-lazy-feedback-allocation';
/** Objects that one collection frees may only be collected by the next. */
const COLLECTIONS = 3;

export async function* rows(): AsyncGenerator<Row> {
  const app = await openApp([DATA_ALONE]);
  const { hostname, port } = new URL(app.url);
  const proxy = await openFaultProxy({ target: { host: hostname, port: Number(port) } });
  try {
    const context = await app.browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${proxy.port}/?key=${KEY}`);
    await statusBecomes(page, /Ready/);
    const session = await context.newCDPSession(page);
    const readings: number[] = [];
    while (readings.length < HOURS) {
      await Promise.all([raiseEvents(app.url, EVENTS_AN_HOUR / 2), walk(page)]);
      for (let broken = 0; broken < BREAKS_AN_HOUR; broken += 1) await breakStream(page, proxy.reset);
      await raiseEvents(app.url, EVENTS_AN_HOUR / 2);
      readings.push(await heapBytes(session));
    }
    const [, ...settled] = readings;
    const mean = settled.reduce((sum, bytes) => sum + bytes, 0) / settled.length;
    yield toRow({
      row: `heap growth in an hour, by a line through hours 2 to ${HOURS} (an hour: ${PAGES.length} pages, ${BREAKS_AN_HOUR} broken event streams, ${EVENTS_AN_HOUR} events; heap ${(mean / 1_048_576).toFixed(1)} MB)`,
      value: (slope(settled) / mean) * 100,
      unit: '%',
      bounds: { atMost: 1 },
    });
  } finally {
    await proxy.close();
    await app.close();
  }
}

/** Visits all pages inside the app, as its links do: nothing is loaded anew. */
async function walk(page: Page): Promise<void> {
  for (const path of PAGES) {
    const before = await page.title();
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await page.waitForFunction((title) => document.title !== title, before);
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  }
}

/** Breaks every connection, and waits until the event stream is restored and the app shows it. */
async function breakStream(page: Page, reset: () => void): Promise<void> {
  const reopened = page.waitForResponse((answer) => answer.ok() && answer.url().endsWith('/api/tactus/events'));
  reset();
  await reopened;
  // Leaving a page has stopped the device, and the app shows that first.
  await statusBecomes(page, /Ready|Stopped/);
}

const statusBecomes = (page: Page, text: RegExp) =>
  page
    .getByRole('region', { name: 'Device', exact: true })
    .locator('[data-status]')
    .filter({ hasText: text })
    .waitFor();

/** Every change of the stroke raises an event. */
async function raiseEvents(url: string, events: number): Promise<void> {
  const headers = { 'X-Connection-Key': KEY, 'X-Api-Key': 'bench', 'Content-Type': 'application/json' };
  for (let raised = 0; raised < events; raised += EVENTS_AT_ONCE) {
    const changes = Array.from({ length: EVENTS_AT_ONCE }, async (_, index) => {
      const body = JSON.stringify({ min: 0, max: index % 2 === 0 ? 1 : 0.9 });
      const answer = await fetch(`${url}/api/handy-rest/v3/slider/stroke`, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`The stroke was not changed: ${answer.status}`);
      await answer.arrayBuffer();
    });
    await Promise.all(changes);
  }
}

async function heapBytes(session: CDPSession): Promise<number> {
  for (let done = 0; done < COLLECTIONS; done += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Slope of the line of least squares through the figures, per step. */
function slope(figures: readonly number[]): number {
  const middle = (figures.length - 1) / 2;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  let [above, below] = [0, 0];
  for (const [step, figure] of figures.entries()) {
    above += (step - middle) * (figure - mean);
    below += (step - middle) ** 2;
  }
  return above / below;
}
