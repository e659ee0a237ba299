/**
 * Lighthouse with the mobile preset, median of 5: performance, accessibility and LCP; INP by Event Timing in a browser test, of
 * the production build as our cloud serves it. The first-load row is `first-load`.
 */
import lighthouse from 'lighthouse';
import { median } from './measure/median.ts';
import { type Row, toRow } from './measure/row.ts';
import { openApp } from './web/browser.ts';
import { interactionsMs, nextPaintMs } from './web/interactions.ts';

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;
/** Makes the runner find or install Chromium first. */
export const needsBrowser = true;

const RUNS = 5;
const LEAST_INTERACTIONS = 50;

export async function* rows(): AsyncGenerator<Row> {
  const app = await openApp();
  try {
    const runs: Run[] = [];
    // The home page of a visitor who has chosen a device and linked none: nothing but the app is measured.
    for (let run = 0; run < RUNS; run += 1) runs.push(await audit(`${app.url}/?female=false`, app.debuggingPort));
    yield toRow({
      row: 'Lighthouse, mobile preset, home page, performance, median of 5',
      value: median(runs.map(({ performance }) => performance)),
      unit: 'points',
      bounds: { atLeast: 95 },
    });
    yield toRow({
      row: 'Lighthouse, mobile preset, home page, accessibility, median of 5',
      value: median(runs.map(({ accessibility }) => accessibility)),
      unit: 'points',
      bounds: { atLeast: 100 },
    });
    yield toRow({
      row: 'Lighthouse, mobile preset, home page, largest contentful paint, median of 5',
      value: median(runs.map(({ paintS }) => paintS)),
      unit: 's',
      bounds: { atMost: 2.5 },
    });
    const interactions = await interactionsMs(app.browser, app.url);
    if (interactions.length < LEAST_INTERACTIONS) throw new Error(`Only ${interactions.length} interactions were seen`);
    yield toRow({
      row: `interaction to next paint on the control pages, by Event Timing, ${interactions.length} interactions of 16 ms and more`,
      value: nextPaintMs(interactions),
      unit: 'ms',
      bounds: { atMost: 100 },
    });
  } finally {
    await app.close();
  }
}

interface Run {
  readonly performance: number;
  readonly accessibility: number;
  readonly paintS: number;
}

async function audit(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: ['performance', 'accessibility'] });
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  const points = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100);
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    paintS: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
  };
}
