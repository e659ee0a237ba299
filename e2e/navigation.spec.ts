import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { dock } from './app/dock.ts';
import { firstUse } from './app/first-use.ts';
import { tabTo } from './app/tab-to.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;
let page: Page;

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.close();
});

const heading = (key: string) => page.getByRole('heading', { level: 1, name: words(key) });
const address = () => new URL(page.url());

test('a guarded page leads to device selection with the full path in redirect, and on to it afterwards', async () => {
  await page.goto(`${suite.tactus.url}/settings?from=test`);
  await firstUse(page).title().waitFor();
  expect(address().pathname).toBe('/device-selection');
  expect(address().searchParams.get('redirect')).toBe('/settings?from=test');
  await firstUse(page).goOnWithout().click();
  await heading('page.settings').waitFor();
  expect(address().pathname + address().search).toBe('/settings?from=test');
});

test('redirect accepts only a path of this origin', async () => {
  await page.goto(`${suite.tactus.url}/device-selection?redirect=${encodeURIComponent('//elsewhere.example/x')}`);
  await firstUse(page).goOnWithout().click();
  await until('the home page is shown', async () => address().pathname === '/');
  expect(address().origin).toBe(suite.tactus.url);
});

test('a key in the address connects and is removed from it', async () => {
  await page.goto(`${suite.tactus.url}/settings?k=DemoHandy1&keep=1`);
  await dock(page).shows('connection.ready');
  expect(address().search).toBe('?keep=1');
});

test('female=true chooses Oh, any other value The Handy', async () => {
  await page.goto(`${suite.tactus.url}/?female=true&key=DemoOh0001`);
  await dock(page).shows('connection.ready');
  expect(await page.locator('html').getAttribute('data-character')).toBe('oh');
  const barColor = () => page.locator('meta[name="theme-color"]').getAttribute('content');
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bg').trim());
  const ofOh = await background();
  expect(await barColor()).toBe(ofOh);
  await page.goto(`${suite.tactus.url}/?female=no`);
  await until(
    'The Handy is chosen',
    async () => (await page.locator('html').getAttribute('data-character')) === 'handy',
  );
  await until('the address bar has another colour', async () => (await barColor()) !== ofOh);
  expect(await barColor()).toBe(await background());
});

test('a reload of any page shows it again, with a neutral title', async () => {
  await page.goto(`${suite.tactus.url}/?key=DemoHandy1`);
  await dock(page).shows('connection.ready');
  for (const [path, title] of [
    ['/', 'The Handy'],
    ['/hamp', words('page.hamp')],
    ['/settings', words('page.settings')],
    ['/device-selection', words('deviceSelection.title')],
    ['/debug', words('page.debug')],
    ['/debug/ota', words('page.debug.ota')],
  ] as const) {
    await page.goto(suite.tactus.url + path);
    await page.reload();
    // What stands there instead is in the failure.
    await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([title]);
    expect(address().pathname).toBe(path);
    expect(await page.title()).toMatch(/Tactus$/);
  }
});

test('an unknown path, at the top or below a page, shows not-found with a link home', async () => {
  for (const path of ['/setings', '/50%']) {
    await page.goto(suite.tactus.url + path);
    await heading('notFound.title').waitFor();
  }
  await page.goto(`${suite.tactus.url}/hamp/none?key=DemoHandy1`);
  await heading('notFound.title').waitFor();
  await page
    .getByRole('link', { name: words('notFound.home') })
    .first()
    .click();
  await until('the home page is shown', async () => address().pathname === '/');
});

test('an error in a navigation hook is logged and shown with its own text, and the page is shown', async () => {
  const other = await visit(suite.browser, { viewport: DESKTOP });
  await other.page.addInitScript(() => {
    window.scrollTo = () => {
      throw new Error('Not today');
    };
  });
  await other.page.goto(`${suite.tactus.url}/settings?key=DemoHandy1`);
  await other.page.getByRole('alert').filter({ hasText: 'Not today' }).waitFor();
  await other.page.getByRole('heading', { level: 1, name: words('page.settings') }).waitFor();
  expect(other.complaints.join()).toContain('Not today');
  await other.close();
});

test('every navigation starts at the top, Back and Forward too', async () => {
  await page.setViewportSize({ width: 1_200, height: 360 });
  await page.goto(`${suite.tactus.url}/settings?key=DemoHandy1`);
  await heading('page.settings').waitFor();
  const scrolled = () => page.evaluate(() => Math.max(window.scrollY, document.querySelector('main')?.scrollTop ?? 0));
  const scroll = () => page.evaluate(() => window.scrollTo(0, 400));
  await scroll();
  expect(await scrolled()).toBeGreaterThan(0);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: words('page.home') })
    .first()
    .click();
  await until('the home page is shown', async () => address().pathname === '/');
  await until('the home page is at its top', async () => (await scrolled()) === 0);
  await scroll();
  await page.goBack();
  await heading('page.settings').waitFor();
  await until('the page is at its top', async () => (await scrolled()) === 0);
});

test('rail and menu have the same pages in the same order, which begins as the tiles of home do; the rail needs no scroll', async () => {
  await page.goto(`${suite.tactus.url}/?key=DemoHandy1&female=no`);
  await dock(page).shows('connection.ready');
  const menu = page.getByRole('navigation', { name: words('menu.label') });
  const linksOf = (place: Locator) => place.getByRole('link').allInnerTexts();
  const listed = () => linksOf(menu.getByRole('listitem'));
  const rail = await listed();
  const tools = page.getByRole('main').getByRole('button', { name: words('home.allTools'), exact: true });
  const tiles = await linksOf(tools.locator('..'));
  // Home itself is before them.
  expect(rail.slice(1, tiles.length + 1)).toEqual(tiles);
  expect(tiles).toEqual(
    ['page.local', 'page.hamp', 'home.share', 'page.beatbox', 'page.random'].map((key) => words(key)),
  );
  expect(await menu.evaluate((rail) => rail.scrollHeight <= rail.clientHeight)).toBe(true);
  for (const key of ['menu.palette', 'menu.help', 'app.hide'])
    expect(await menu.getByTitle(words(key), { exact: true }).boundingBox()).not.toBeNull();

  // All other tools are one press away.
  await tabTo(page, tools);
  await page.keyboard.press('Enter');
  const others = await linksOf(page.locator(`[id="${await tools.getAttribute('aria-controls')}"]`));
  expect(others.length).toBeGreaterThan(2);

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: words('menu.open') }).click();
  await menu.getByTitle(words('menu.palette'), { exact: true }).waitFor();
  expect(await listed()).toEqual(rail);
});

test('appearance and language last over a reload; Norwegian is complete', async () => {
  await page.goto(`${suite.tactus.url}/settings?key=DemoHandy1#language`);
  await heading('page.settings').waitFor();
  await choose(page.getByRole('combobox', { name: words('settings.language') }), 'Norsk bokmål');
  const norwegian = page.getByRole('heading', { level: 1, name: words('page.settings', 'nb-NO') });
  await norwegian.waitFor();
  await page.reload();
  await norwegian.waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('nb-NO');
  expect(await page.evaluate(() => localStorage.getItem('userLanguage'))).toContain('nb-NO');
});

test('without a choice the language is that of the browser', async () => {
  const other = await visitAgain(suite.browser, { viewport: DESKTOP, locale: 'de-AT' });
  await other.page.goto(`${suite.tactus.url}/settings?key=DemoHandy1`);
  await other.page.getByRole('heading', { level: 1, name: words('page.settings', 'de') }).waitFor();
  expect(await other.page.locator('html').getAttribute('lang')).toBe('de');
  await other.close();
});

test('a page that becomes visible again synchronises the clock', async () => {
  await page.goto(`${suite.tactus.url}/?key=DemoHandy1`);
  await dock(page).shows('connection.ready');
  let readings = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/servertime')) readings += 1;
  });
  // Ten times ten readings: what the page reads by itself takes more than a minute for as many.
  await page.evaluate(() => {
    for (let times = 0; times < 10; times += 1) document.dispatchEvent(new Event('visibilitychange'));
  });
  await until('the clock is read a hundred times', async () => readings >= 100);
});

test('the home page reaches to the edges, other pages have their padding', async () => {
  const padding = () => page.locator('main').evaluate((main) => getComputedStyle(main).padding);
  await page.setViewportSize(PHONE);
  await page.goto(`${suite.tactus.url}/?key=DemoHandy1`);
  await dock(page).shows('connection.ready');
  expect(await padding()).toBe('0px');
  await page.goto(`${suite.tactus.url}/hamp`);
  await heading('page.hamp').waitFor();
  expect(await padding()).toBe('8px 20px 16px');
});

test('on the first page of a visit Back closes what is open over it, and what moves goes on', async () => {
  await page.goto(`${suite.tactus.url}/settings?key=DemoHandy1&female=no`);
  await dock(page).shows('connection.ready');
  await page.setViewportSize(PHONE);
  await page.goto(`${suite.tactus.url}/hamp`);
  await dock(page).shows('connection.ready');
  await suite.tactus.device('DemoHandy1').put('/hamp/start');
  await dock(page).shows('dock.moving');
  const dialog = page.getByRole('dialog');
  const menu = page.getByRole('button', { name: words('menu.close'), exact: true });
  const opened = [
    [() => dock(page).name().click(), dialog],
    [() => page.keyboard.press('Control+k'), dialog],
    [() => page.getByRole('button', { name: words('menu.open'), exact: true }).click(), menu],
  ] as const;
  const isMarked = () => page.evaluate(() => 'isOverPage' in history.state);
  for (const [open, shown] of opened) {
    await open();
    await shown.waitFor();
    await until('Back belongs to it', isMarked);
    await page.goBack();
    await shown.waitFor({ state: 'hidden' });
  }
  // Closed by a press it leaves nothing to go back through.
  await dock(page).name().click();
  await dialog.getByRole('button', { name: words('app.close'), exact: true }).click();
  await until('its entry is gone', async () => !(await isMarked()));
  expect([address().pathname, await suite.tactus.device('DemoHandy1').isMoving()]).toEqual(['/hamp', true]);
  await page.goBack();
  await heading('page.settings').waitFor();
  await suite.tactus.device('DemoHandy1').put('/hamp/stop');
});
