/** What a person on a slow line does and sees. */
import type { BrowserContext } from 'playwright-core';

/** The window of a phone. */
export const PHONE = { width: 390, height: 844 } as const;

const KEY = 'DemoHandy1';
const LOOK_EVERY_MS = 20;
const LONGEST_MS = 60_000;

declare global {
  interface Window {
    /** When a sentence was first shown, ms since the navigation. */
    sentenceAtMs?: number;
  }
}

/** The storage of a browser in which the device is linked. */
export function linkedState(origin: string) {
  const settings = { version: 2, connectionKey: KEY, deviceSelectionComplete: true };
  return {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'tactus.settings', value: JSON.stringify(settings) }] }],
  };
}

/** Opens home; the time until a sentence of it is shown, ms. */
export async function firstSentenceMs(context: BrowserContext, url: string): Promise<number> {
  await context.addInitScript(WATCH_FOR_SENTENCE);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(() => window.sentenceAtMs, undefined, { timeout: LONGEST_MS });
  return (await seen.jsonValue()) ?? Number.NaN;
}

/** Opens Manual and presses Start as soon as it can be pressed; the time until the device moves, ms. */
export async function firstMoveMs(context: BrowserContext, url: string, cloudUrl: string): Promise<number> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  const positionMm = () => readPositionMm(cloudUrl);
  const restsAtMm = await positionMm();
  const beganMs = performance.now();
  await page.goto(`${url}/hamp`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Start moving', exact: true }).click();
  while ((await positionMm()) === restsAtMm) {
    if (performance.now() - beganMs > LONGEST_MS) throw new Error('The device does not move');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const tookMs = performance.now() - beganMs;
  await stopDevice(cloudUrl);
  return tookMs;
}

/** Runs in the page first: a sentence is a shown text of at least three words; shown is a text when the frame after it begins. */
const WATCH_FOR_SENTENCE = `(function look() {
  const isSentence = (text) => text.trim().split(/\\s+/).length >= 3;
  if (!(document.body?.innerText ?? '').split('\\n').some(isSentence)) requestAnimationFrame(look);
  else requestAnimationFrame(() => { window.sentenceAtMs = performance.now(); });
})();`;

async function readPositionMm(cloudUrl: string): Promise<number> {
  const answer = await fetch(`${cloudUrl}/_control/devices/${KEY}/now/slider/state`);
  if (!answer.ok) throw new Error(`The position cannot be read: HTTP ${answer.status}`);
  return ((await answer.json()) as { position_absolute: number }).position_absolute; // the state of a slider has it
}

async function stopDevice(cloudUrl: string): Promise<void> {
  const answer = await fetch(`${cloudUrl}/api/handy-rest/v3/hamp/stop`, {
    method: 'PUT',
    headers: { 'X-Connection-Key': KEY, 'X-Api-Key': 'bench' },
  });
  if (!answer.ok) throw new Error(`The device is not stopped: HTTP ${answer.status}`);
  let before: number;
  do {
    before = await readPositionMm(cloudUrl);
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while ((await readPositionMm(cloudUrl)) !== before);
}
