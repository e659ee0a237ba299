/**
 * A person on a slow line, with nothing cached: when a first sentence can be read, and when the device moves. The app is served
 * as `npm start` serves it, packed, over HTTP/1.1 without TLS; every byte passes one line of 400 kbit/s and 400 ms.
 */
import type { Browser, BrowserContext } from 'playwright-core';
import { median } from './measure/median.ts';
import { type Row, toRow } from './measure/row.ts';
import { firstMoveMs, firstSentenceMs, linkedState, PHONE } from './slow-line/person.ts';
import { openSlowLine } from './slow-line/slow-line.ts';
import { openApp } from './web/browser.ts';

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;
/** Makes the runner find or install Chromium first. */
export const needsBrowser = true;

const LINE = { roundTripMs: 400, kbitPerS: 400 } as const;
const RUNS = 3;
const SENTENCE_MAX_S = 4;
const MOVE_MAX_S = 9;

export async function* rows(): AsyncGenerator<Row> {
  const app = await openApp();
  const line = await openSlowLine({ targetPort: Number(new URL(app.url).port), ...LINE });
  const url = `http://127.0.0.1:${line.port}`;
  try {
    const linked = linkedState(url);
    yield await medianRow({
      row: 'a new visitor: the first sentence can be read',
      atMost: SENTENCE_MAX_S,
      once: () => inNewBrowser(app.browser, undefined, (context) => firstSentenceMs(context, url)),
    });
    yield await medianRow({
      row: 'home of a linked device: the first sentence can be read',
      atMost: SENTENCE_MAX_S,
      once: () => inNewBrowser(app.browser, linked, (context) => firstSentenceMs(context, url)),
    });
    yield await medianRow({
      row: 'the page Manual of a linked device, Start pressed as soon as it can be: the device moves',
      atMost: MOVE_MAX_S,
      once: () => inNewBrowser(app.browser, linked, (context) => firstMoveMs(context, url, app.url)),
    });
  } finally {
    await line.close();
    await app.close();
  }
}

async function medianRow({
  row,
  atMost,
  once,
}: {
  readonly row: string;
  readonly atMost: number;
  readonly once: () => Promise<number>;
}): Promise<Row> {
  const figures: number[] = [];
  for (let run = 0; run < RUNS; run += 1) figures.push(await once());
  return toRow({
    row: `400 ms and 400 kbit/s, nothing cached, ${row}, median of ${RUNS}`,
    value: Math.round(median(figures)) / 1_000,
    unit: 's',
    bounds: { atMost },
  });
}

/** A browser of its own, as a person has it who opens the app for the first time or has emptied the cache. */
async function inNewBrowser(
  browser: Browser,
  storageState: ReturnType<typeof linkedState> | undefined,
  measure: (context: BrowserContext) => Promise<number>,
): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, ...(storageState && { storageState }) });
  try {
    return await measure(context);
  } finally {
    await context.close();
  }
}
