/** Stop: from the key press to the sent request, with 6 tabs open: the built app in Chromium. */
import type { BrowserContext, Page } from 'playwright-core';
import { median } from '../measure/median.ts';
import { type Row, toRow } from '../measure/row.ts';
import { openApp } from '../web/browser.ts';

const TABS = 6;
const PRESSES = 20;
const KEY = 'DemoHandy1';

declare global {
  interface Window {
    /** Time of the last press of Escape, ms of the page's clock. */
    escapedMs: number;
  }
}

/** Starts the device from elsewhere, presses Escape in the last of six tabs, and reads the time at which the stop was sent. */
export async function stopPressRow(): Promise<Row> {
  const app = await openApp();
  try {
    const context = await app.browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
    await context.addInitScript(noteEscape);
    const front = await openTabs(context, `${app.url}/settings?key=${KEY}`);
    const took: number[] = [];
    while (took.length < PRESSES) took.push(await press(front, app.url));
    const worst = Math.max(...took).toFixed(1);
    return toRow({
      row: `a press of Escape until the first byte of the stop is sent, ${TABS} tabs of the app open, median of ${PRESSES} (worst ${worst} ms)`,
      value: median(took),
      unit: 'ms',
      bounds: { atMost: 16 },
    });
  } finally {
    await app.close();
  }
}

/** Returns the tab that was opened last and is in front. */
async function openTabs(context: BrowserContext, url: string): Promise<Page> {
  const tabs: Page[] = [];
  while (tabs.length < TABS) {
    const tab = await context.newPage();
    await tab.goto(url);
    await says(tab, 'Ready');
    tabs.push(tab);
  }
  const front = tabs.at(-1);
  if (!front) throw new Error('No tab is open');
  await front.bringToFront();
  return front;
}

const says = (tab: Page, word: string) =>
  tab.getByRole('region', { name: 'Device', exact: true }).locator('[data-status]').filter({ hasText: word }).waitFor();

/** Time from the press to the first sent byte, ms, by Resource Timing. */
async function press(tab: Page, url: string): Promise<number> {
  const headers = { 'X-Connection-Key': KEY, 'X-Api-Key': 'bench', 'Content-Type': 'application/json' };
  const started = await fetch(`${url}/api/handy-rest/v3/hamp/start`, { method: 'PUT', headers, body: '{}' });
  if (!started.ok) throw new Error(`The device did not start: ${started.status}`);
  await says(tab, 'Moving');
  await tab.keyboard.press('Escape');
  await says(tab, 'Stopped');
  const sent = await tab.waitForFunction(sentAfterMs);
  return Number(await sent.jsonValue());
}

/** Runs in the page before anything else. */
function noteEscape(): void {
  performance.setResourceTimingBufferSize(10_000);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') window.escapedMs = event.timeStamp;
    },
    { capture: true },
  );
}

/** Runs in the page: the time from Escape to the first answered stop; false while there is none. */
function sentAfterMs(): number | false {
  const stops = performance
    .getEntriesByType('resource')
    .filter(
      ({ name, startTime }) => /\/(hamp\/stop|mode2|tactus\/stop)(\?|$)/.test(name) && startTime >= window.escapedMs,
    )
    .map((entry) => (entry as PerformanceResourceTiming).requestStart); // the entries have this type
  return stops.length > 0 && Math.min(...stops) - window.escapedMs;
}
