import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { sharedBrowser } from './harness/browser.ts';
import { startTactus, type Tactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';

const KEY = 'DemoHandy1';
const API = '/api/handy-rest/v3';
const LIMIT = 10_000;
/** By then a page has sent all its own requests. */
const QUIET_MS = 4_000;

let tactus: Tactus;
let person: Visit;

beforeAll(async () => {
  tactus = await startTactus(undefined, { rateLimitPerMinute: LIMIT });
});
afterAll(() => tactus?.close());
beforeEach(async () => {
  person = await visit(await sharedBrowser(), { viewport: PHONE });
});
afterEach(async () => {
  await person.close();
  await tactus.device(KEY).put('/hamp/stop');
});

/** The requests of the app's application id with this device in this minute, as the cloud counts them. */
async function usedByApp(): Promise<{ used: number; resetS: number }> {
  const config = (await (await fetch(`${tactus.url}/config.json`)).json()) as { applicationId: string };
  const headers = { 'X-Api-Key': config.applicationId, 'X-Connection-Key': KEY };
  const answer = await fetch(`${tactus.url}${API}/connected`, { headers });
  return {
    used: LIMIT - Number(answer.headers.get('x-ratelimit-remaining')),
    resetS: Number(answer.headers.get('x-ratelimit-reset')),
  };
}

/** Loads a page and waits until it has sent all its own requests. */
async function load(path: string): Promise<void> {
  await person.page.goto(`${tactus.url}${path}`);
  await dock(person.page).shows('connection.ready');
  const readyAtMs = performance.now();
  await until('the page is quiet', async () => performance.now() - readyAtMs > QUIET_MS);
}

/** How many requests a load of a page costs, counted within one window of the cloud. */
async function costOf(path: string): Promise<number> {
  await until('the window of the cloud is long enough', async () => (await usedByApp()).resetS > 20);
  const before = (await usedByApp()).used;
  await load(path);
  // This request is counted too.
  return (await usedByApp()).used - before - 1;
}

test('a reload of a page costs at most six requests of the budget, while the device rests', async () => {
  await load(`/?key=${KEY}`);
  const costs: Record<string, number> = {};
  for (const path of ['/', '/hamp', '/local']) costs[path] = await costOf(path);
  expect(
    Object.values(costs).every((cost) => cost <= 6),
    JSON.stringify(costs),
  ).toBe(true);
});

test('a moving device is shown moving with no more requests, and no command is sent', async () => {
  await load(`/?key=${KEY}`);
  await tactus.device(KEY).put('/hamp/start');
  await tactus.device(KEY).put('/hamp/velocity', { velocity: 0.3 });
  // The page before also reads where the moving device is: it is gone before the requests are counted.
  await person.page.goto('about:blank');
  await until('the window of the cloud is long enough', async () => (await usedByApp()).resetS > 20);
  const before = (await usedByApp()).used;
  await person.page.goto(tactus.url);
  await dock(person.page).shows('dock.moving');
  const cost = (await usedByApp()).used - before - 1;
  expect(cost).toBeLessThanOrEqual(6);
  expect(await dock(person.page).stop().isEnabled()).toBe(true);
  expect(await tactus.device(KEY).hamp()).toMatchObject({ play_state: 1, velocity: 0.3 });
});
