/**
 * A canvas chart over 100k points: the local player with a script alone that plays, in Chromium. The seek bar and the chart
 * are drawn before every frame; the time counts all scripts of a frame, not only theirs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCloud, defaultConfig } from '@tactus/cloud';
import { systemRandom, systemTime } from '@tactus/time';
import { chromium, type Page } from 'playwright-core';
import { quantile } from './measure/quantile.ts';
import { type Row, toRow } from './measure/row.ts';
import { DIST } from './web-build/initial-scripts.ts';

/** Makes the runner build the app first where the build is stale. */
export const needsApp = true;
/** Makes the runner find or install Chromium first. */
export const needsBrowser = true;

const POINTS = 100_000;
const MOST_POINTS = 1_000_000;
const LONGEST_TASK_MS = 50;
const PAN_STEPS = 40;
const ROUNDS = 3;
const ROUND_MS = 4_000;
const SETTLE_MS = 1_500;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** The frames of a period, ms. */
interface Frames {
  /** From one frame to the next. */
  readonly apartMs: number[];
  /** Time of the frame's scripts before it was drawn. */
  readonly scriptMs: number[];
}

declare global {
  interface Window {
    watchFrames(forMs: number): Promise<Frames>;
    longestTaskMs: number;
  }
}

export async function* rows(): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-canvas-'));
  const file = join(folder, 'long.funscript');
  writeFileSync(file, scriptText(POINTS));
  const longest = join(folder, 'longest.funscript');
  writeFileSync(longest, scriptText(MOST_POINTS));
  const config = defaultConfig({
    port: 0,
    dataDir: ':memory:',
    webRoot: DIST,
    logLevel: 'silent',
    rateLimitPerMinute: 0,
  });
  const cloud = await createCloud({ config, time: systemTime, random: systemRandom() });
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const { url } = await cloud.listen();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(prepare);
    const empty = await context.newPage();
    await empty.goto(`${url}/healthz`);
    const player = await context.newPage();
    await openPlayer(player, url, file);

    const [chart, reference] = [noFrames(), noFrames()];
    // In turns, so that other load of the machine affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      await watch(empty, reference);
      await watch(player, chart);
    }
    yield toRow({
      row: `script of a frame while a script of ${POINTS} points plays in the local player, mean of all frames, everything on the page counted`,
      value: mean(chart.scriptMs),
      unit: 'ms',
      bounds: { atMost: 2 },
    });
    yield toRow({
      row: `from frame to frame in the same while, 99th percentile; the reference is an empty page in the same run`,
      value: quantile(chart.apartMs, 0.99),
      unit: 'ms',
      reference: quantile(reference.apartMs, 0.99),
      bounds: { ratioAtMost: 1.1 },
    });

    yield toRow({
      row: `longest task of the page while a script of ${MOST_POINTS} actions loads (0: none over 50 ms)`,
      value: await openLongest(player, longest),
      unit: 'ms',
      bounds: { atMost: LONGEST_TASK_MS },
    });
    const pan = noFrames();
    await Promise.all([watch(player, pan), dragCourse(player)]);
    yield toRow({
      row: `script of a frame while the course of ${MOST_POINTS} points is dragged and zoomed, mean of all frames, everything on the page counted`,
      value: mean(pan.scriptMs),
      unit: 'ms',
      bounds: { atMost: 2 },
    });
  } finally {
    await browser.close();
    await cloud.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

const noFrames = (): Frames => ({ apartMs: [], scriptMs: [] });

async function watch(page: Page, frames: Frames): Promise<void> {
  await page.bringToFront();
  await page.waitForTimeout(SETTLE_MS);
  const { apartMs, scriptMs } = await page.evaluate((ms) => window.watchFrames(ms), ROUND_MS);
  frames.apartMs.push(...apartMs);
  frames.scriptMs.push(...scriptMs);
}

async function openPlayer(page: Page, url: string, file: string): Promise<void> {
  await page.addInitScript(() => {
    const settings = { version: 2, deviceSelectionComplete: true, connectionKey: 'DemoHandy1' };
    localStorage.setItem('tactus.settings', JSON.stringify(settings));
  });
  await page.goto(`${url}/local`);
  await page.locator('main input[type="file"]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
}

/** The longest task of the page above 50 ms meanwhile, ms. */
async function openLongest(page: Page, file: string): Promise<number> {
  await page.evaluate(() => {
    window.longestTaskMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longestTaskMs = Math.max(window.longestTaskMs, duration);
    }).observe({ type: 'longtask' });
  });
  await page.locator('main input[type="file"]').first().setInputFiles(file);
  await page.getByText(MOST_POINTS.toLocaleString('en-US')).first().waitFor();
  return page.evaluate(() => window.longestTaskMs);
}

/** A person who drags the course to and fro, closer and wider, while the frames are measured. */
async function dragCourse(page: Page): Promise<void> {
  const course = page.locator('main canvas[role="img"]').last();
  await course.scrollIntoViewIfNeeded();
  const box = await course.boundingBox();
  if (!box) throw new Error('There is no course to drag');
  const [left, right, y] = [box.x + box.width * 0.1, box.x + box.width * 0.9, box.y + box.height / 2];
  const endMs = systemTime.monotonic() + SETTLE_MS + ROUND_MS;
  for (let round = 0; systemTime.monotonic() < endMs; round += 1) {
    await page.mouse.move(right, y);
    await page.mouse.down();
    await page.mouse.move(left, y, { steps: PAN_STEPS });
    await page.mouse.up();
    await page.getByRole('button', { name: round % 8 < 4 ? 'Wider' : 'Closer', exact: true }).click();
  }
}

/**
 * Runs in the page first: the scripts of every frame are timed. No function in it has a name, because the
 * compiler would call a helper that does not exist there.
 */
function prepare(): void {
  const ask = window.requestAnimationFrame.bind(window);
  let scriptMs = 0;
  window.requestAnimationFrame = (run) =>
    ask((at) => {
      const before = performance.now();
      run(at);
      scriptMs += performance.now() - before;
    });
  window.watchFrames = async (forMs) => {
    const frames: Frames = { apartMs: [], scriptMs: [] };
    const firstMs = await new Promise<number>(ask);
    let lastMs = firstMs;
    scriptMs = 0;
    while (lastMs - firstMs < forMs) {
      const atMs = await new Promise<number>(ask);
      frames.apartMs.push(atMs - lastMs);
      frames.scriptMs.push(scriptMs);
      scriptMs = 0;
      lastMs = atMs;
    }
    return frames;
  };
}

/** Strokes of different lengths at different speeds, as an editor writes them. */
function scriptText(points: number): string {
  const actions = Array.from({ length: points }, (_, index) => ({
    at: index * 137 + (index % 7) * 11,
    pos: index % 2 === 0 ? 5 : 60 + ((index * 37) % 36),
  }));
  return JSON.stringify({ version: '1.0', inverted: false, range: 100, actions });
}
