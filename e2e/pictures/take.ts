/**
 * `npm run pictures -- FOLDER [PATH …]`: a picture of every page (or of those paths) from a fresh build, at both
 * sizes, dark and light, in each device's theme, in Norwegian and in texts 40 % longer, for review. Elements wider
 * than the screen are reported. The pictures in the README are made by `npm run pictures` alone.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { dock } from '../app/dock.ts';
import { manual } from '../app/manual.ts';
import { player, TEST_CLIP } from '../app/player.ts';
import { launchBrowser } from '../harness/browser.ts';
import { buildFreshApp } from '../harness/fresh-app.ts';
import { pagePaths } from '../harness/page-paths.ts';
import { startTactus, type Tactus } from '../harness/tactus.ts';
import { until } from '../harness/until.ts';
import { DESKTOP, PHONE, visit } from '../harness/visit.ts';
import { words } from '../harness/words.ts';
import { record } from './recording.ts';

const APPEARANCES = [
  { name: 'handy', key: 'DemoHandy1', query: 'female=no' },
  { name: 'oh', key: 'DemoOh0001', query: 'female=true' },
];
const SIZES = { phone: PHONE, desktop: DESKTOP };
const MODES = { dark: true, light: false };
/** Norwegian, and English with every word 40 % longer. */
const LANGUAGES = [
  { name: 'nb-NO', locale: 'nb-NO', query: '' },
  { name: 'longer', locale: 'en-US', query: '?pseudo' },
];

/** A script of a minute whose strokes grow longer and shorter, quicker and slower. */
const VARIED_SCRIPT = {
  name: 'test-clip.funscript',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ actions: variedActions(60_000) })),
};

/** The time of the film at which its picture is taken, ms. */
const PLAYED_MS = 12_000;

/** The pauses of the recording after each action, and between two steps of a slider, ms. */
const GLANCE_MS = 900;
const STEP_MS = 60;
const SPEED_KEYS = 30;
const STROKE_KEYS = 20;

function variedActions(endMs: number): { at: number; pos: number }[] {
  const actions: { at: number; pos: number }[] = [];
  for (let at = 0; at < endMs; at += Math.round(420 + 260 * Math.sin(at / 5_000))) {
    const reach = 26 + 20 * Math.sin(at / 3_000);
    actions.push({ at, pos: Math.round(50 + (actions.length % 2 ? reach : -reach)) });
  }
  return actions;
}

const readmeFolder = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const [folder, ...only] = process.argv.slice(2);
const app = buildFreshApp();
const tactus = await startTactus(app.folder);
const browser = await launchBrowser();
try {
  if (folder) await takeAll(folder);
  else await takeReadme();
} finally {
  await browser.close();
  await tactus.close();
  app.remove();
}

async function takeAll(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  const paths = only.length > 0 ? only : [...pagePaths(), '/nowhere'];
  for (const appearance of APPEARANCES)
    for (const [size, viewport] of Object.entries(SIZES))
      for (const language of LANGUAGES) {
        const person = await visit(browser, { viewport, locale: language.locale });
        await person.page.goto(`${tactus.url}/?key=${appearance.key}&${appearance.query}`);
        await dock(person.page, language.locale).shows('connection.ready');
        for (const [mode, dark] of Object.entries(MODES)) {
          await setDark(person.page, dark);
          for (const path of paths) {
            await person.page.goto(tactus.url + path + language.query);
            await person.page.getByRole('heading', { level: 1 }).waitFor();
            await drawn(person.page);
            const name = `${nameOf(path)}-${appearance.name}-${mode}-${size}-${language.name}`;
            await takeWhole(person.page, `${into}/${name}`);
            await reportOverflow(person.page, name);
          }
        }
        await person.close();
      }
}

/** The page as first shown, and after scrolling to the end; the dock is in both. */
async function takeWhole(page: Page, path: string): Promise<void> {
  await page.screenshot({ path: `${path}.png` });
  const scrolls = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    window.scrollTo(0, scrollHeight);
    return scrollHeight > clientHeight;
  });
  if (!scrolls) return;
  await drawn(page);
  await page.screenshot({ path: `${path}-end.png` });
}

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replace('Hvp', 'Hvp-upper');
}

/** The person's own switch, set where the app stores it. */
async function setDark(page: Page, dark: boolean): Promise<void> {
  await page.evaluate((darkMode) => {
    for (const [name, text] of Object.entries(localStorage))
      if (text.includes('"darkMode"')) localStorage.setItem(name, JSON.stringify({ ...JSON.parse(text), darkMode }));
  }, dark);
}

/** Reports texts that are cut off or exceed the edge of the screen. */
async function reportOverflow(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const cut = [...document.querySelectorAll<HTMLElement>('h1, h2, p, button, a, label, dt, dd, span')].filter(
      (element) =>
        element.childElementCount === 0 &&
        element.clientWidth > 2 &&
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible',
    );
    return [
      ...(wide > 0 ? [`${wide} px wider than the screen`] : []),
      ...cut.map(({ innerText }) => `cut: ${innerText}`),
    ];
  });
  for (const fault of found) console.log(`${name}: ${fault}`);
}

async function takeReadme(): Promise<void> {
  mkdirSync(readmeFolder, { recursive: true });
  const handy = await visit(browser, { viewport: DESKTOP });
  await handy.page.goto(`${tactus.url}/hamp?key=DemoHandy1&female=no`);
  await setMoving(handy.page, tactus);
  await handy.page.screenshot({ path: `${readmeFolder}/manual-desktop.png` });
  await tactus.device('DemoHandy1').put('/hamp/stop');
  await handy.close();
  const person = await visit(browser, { viewport: DESKTOP });
  await person.page.goto(`${tactus.url}/?key=DemoOh0001&female=true`);
  await dock(person.page).shows('connection.ready');
  await drawn(person.page);
  await person.page.screenshot({ path: `${readmeFolder}/home-oh.png` });
  await person.close();
  await takePlayer();
  await recordReadme();
}

/** The player of a phone while it plays. */
async function takePlayer(): Promise<void> {
  const { page, close } = await visit(browser, { viewport: PHONE });
  await page.goto(`${tactus.url}/local?key=DemoHandy1&female=no`);
  await dock(page).shows('connection.ready');
  await tactus.device('DemoHandy1').put('/slider/stroke', { min: 0.1, max: 0.9 });
  const local = player(page);
  await local.files().setInputFiles(TEST_CLIP);
  await local.files().setInputFiles(VARIED_SCRIPT);
  await local.play().tap();
  await until('the film plays', async () => (await local.medium()).ms > PLAYED_MS);
  await page.screenshot({ path: `${readmeFolder}/player-phone.png` });
  await tactus.device('DemoHandy1').put('/hsp/stop');
  await close();
}

/** The first move as a person makes it: manual control, start, faster, a shorter stroke, Stop. */
async function recordReadme(): Promise<void> {
  const { page, close } = await visit(browser, { viewport: PHONE });
  await page.goto(`${tactus.url}/?key=DemoHandy1&female=no`);
  await dock(page).shows('connection.ready');
  await drawn(page);
  const handy = tactus.device('DemoHandy1');
  await handy.put('/slider/stroke', { min: 0, max: 1 });
  await record(page, `${readmeFolder}/first-move.gif`, async () => {
    await page.waitForTimeout(GLANCE_MS);
    await page
      .getByRole('main')
      .getByRole('link', { name: words('page.hamp') })
      .first()
      .click();
    await manual(page).start().waitFor();
    await page.waitForTimeout(GLANCE_MS);
    await manual(page).start().click();
    await until('it plays', async () => (await handy.hamp()).velocity > 0.19);
    await page.waitForTimeout(GLANCE_MS);
    await slide(manual(page).speed(), SPEED_KEYS, 'ArrowUp');
    await page.waitForTimeout(2 * GLANCE_MS);
    await slide(manual(page).strokeTop(), STROKE_KEYS, 'ArrowDown');
    await page.waitForTimeout(2 * GLANCE_MS);
    await dock(page).stop().click();
    await until('it rests', async () => (await handy.hamp()).play_state === 0);
    await page.waitForTimeout(GLANCE_MS);
  });
  await close();
}

/** Moves a slider step by step, as a finger would. */
async function slide(slider: Locator, keys: number, key: string): Promise<void> {
  await slider.focus();
  for (let pressed = 0; pressed < keys; pressed += 1) {
    await slider.press(key);
    await slider.page().waitForTimeout(STEP_MS);
  }
}

/** A page with motion: the device strokes inside a window. */
async function setMoving(page: Page, { device }: Tactus): Promise<void> {
  const handy = device('DemoHandy1');
  await manual(page).start().waitFor();
  await handy.put('/slider/stroke', { min: 0.18, max: 0.82 });
  await manual(page).start().click();
  await until('it plays', async () => (await handy.hamp()).velocity > 0.19);
  await handy.put('/hamp/velocity', { velocity: 0.64 });
  await until('the page shows it', async () => (await manual(page).speed().inputValue()) === '64');
  await page.waitForTimeout(8_000);
}

/** Canvas and fonts are on the screen. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  });
}
