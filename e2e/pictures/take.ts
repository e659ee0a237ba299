/**
 * `npm run pictures -- FOLDER`: a picture of every built page at both sizes, dark and light, as each device's character,
 * in each language that is complete. For looking at; the ones in the README are made by `npm run pictures` alone.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { dock } from '../app/dock.ts';
import { manual } from '../app/manual.ts';
import { launchBrowser } from '../harness/browser.ts';
import { startTactus, type Tactus } from '../harness/tactus.ts';
import { until } from '../harness/until.ts';
import { DESKTOP, PHONE, visit } from '../harness/visit.ts';

const ROUTES = { selection: '/device-selection', home: '/', manual: '/hamp', settings: '/settings', lost: '/nowhere' };
const LOOKS = [
  { name: 'handy-dark', key: 'DemoHandy1', query: 'female=no' },
  { name: 'oh-light', key: 'DemoOh0001', query: 'female=true' },
];
const SIZES = { phone: PHONE, desktop: DESKTOP };
const LANGUAGES = ['en-US', 'nb-NO'];

const readmeFolder = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const folder = process.argv[2];
const tactus = await startTactus();
const browser = await launchBrowser();
try {
  if (folder) await takeAll(folder);
  else await takeReadme();
} finally {
  await browser.close();
  await tactus.close();
}

async function takeAll(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  for (const look of LOOKS)
    for (const [size, viewport] of Object.entries(SIZES))
      for (const locale of LANGUAGES) {
        const person = await visit(browser, { viewport, locale });
        await person.page.goto(`${tactus.url}/?key=${look.key}&${look.query}`);
        await person.page.getByRole('heading', { level: 1 }).waitFor();
        for (const [name, path] of Object.entries(ROUTES)) {
          await person.page.goto(tactus.url + path);
          await person.page.getByRole('heading', { level: 1 }).waitFor();
          await drawn(person.page);
          await person.page.screenshot({ path: `${into}/${name}-${look.name}-${size}-${locale}.png`, fullPage: true });
        }
        await person.close();
      }
}

async function takeReadme(): Promise<void> {
  mkdirSync(readmeFolder, { recursive: true });
  for (const [size, viewport] of Object.entries(SIZES)) {
    const person = await visit(browser, { viewport });
    await person.page.goto(`${tactus.url}/hamp?key=DemoHandy1&female=no`);
    await setMoving(person.page, tactus);
    await person.page.screenshot({ path: `${readmeFolder}/manual-${size}.png` });
    await tactus.device('DemoHandy1').tell('/hamp/stop');
    await person.close();
  }
  const person = await visit(browser, { viewport: DESKTOP });
  await person.page.goto(`${tactus.url}/?key=DemoOh0001&female=true`);
  await dock(person.page).says('connection.ready');
  await drawn(person.page);
  await person.page.screenshot({ path: `${readmeFolder}/home-oh.png` });
  await person.close();
}

/** A page with something to see: the device strokes inside a window. */
async function setMoving(page: Page, { device }: Tactus): Promise<void> {
  const handy = device('DemoHandy1');
  await manual(page).start().waitFor();
  await handy.tell('/slider/stroke', { min: 0.18, max: 0.82 });
  await manual(page).start().click();
  await until('it plays', async () => (await handy.hamp()).velocity > 0.19);
  await handy.tell('/hamp/velocity', { velocity: 0.64 });
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
