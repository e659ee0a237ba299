/** What is open in the local player on the other pages of the app: a card with the film above the dock. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atPlayer } from './app/at-player.ts';
import { dock } from './app/dock.ts';
import { follows, mediumOf } from './app/following.ts';
import { library } from './app/library.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from './app/player.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { further } from './harness/profile.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, PHONE_ON_ITS_SIDE } from './harness/visit.ts';
import { words } from './harness/words.ts';

const { device, rests, pageNow, urlOf } = atPlayer();

/** Opens the clip with its script and plays them. */
async function playFilm(page: Page): Promise<void> {
  await player(page).files().setInputFiles(TEST_CLIP);
  await player(page).files().setInputFiles(EVEN_SCRIPT);
  await page.getByText(EVEN_SCRIPT.name).first().waitFor();
  await player(page).panel('sync').tap();
  await player(page).play().tap();
  await follows(device(), mediumOf(page));
}

/** Switches "Stop when leaving a page" off, and returns to the player. */
async function letMotionGoOn(page: Page): Promise<void> {
  await page.goto(`${urlOf('/settings')}#limits`);
  await page.getByRole('switch', { name: words('settings.stopOnLeave') }).tap();
  await page.goto(urlOf('/local'));
  await dock(page).shows('connection.ready');
}

/** Taps a page in the menu of a phone. */
async function tapInMenu(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: words('menu.open'), exact: true }).tap();
  await page
    .getByRole('navigation')
    .last()
    .getByRole('link', { name: words(key) })
    .tap();
}

/** Opens a page with a menu from the menu of a phone. */
async function choosePage(page: Page, key: string): Promise<void> {
  await tapInMenu(page, key);
  await page.getByRole('button', { name: words('menu.open'), exact: true }).waitFor();
}

/** How far the tile "Share" has moved up or down since the page was opened, px, each time. */
const shiftsOfShare = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const share = document.querySelector('main a[href="/remote#share"]');
    const shifts = observer.takeRecords() as unknown as readonly LayoutShift[]; // the observed type has these fields
    return shifts
      .flatMap(({ sources }) => sources)
      .filter(({ node }) => node && (node.contains(share) || share?.contains(node)))
      .map(({ currentRect, previousRect }) => currentRect.top - previousRect.top);
  });

interface LayoutShift {
  readonly sources: readonly { node?: Node; currentRect: DOMRectReadOnly; previousRect: DOMRectReadOnly }[];
}

const title = (page: Page) => player(page).stage().getByRole('link', { name: 'test-clip', exact: true });
const isPaused = async (page: Page) => (await player(page).medium()).paused;

/** The person presses Stop in the dock: film and device rest. */
async function stopsBoth(page: Page): Promise<void> {
  await dock(page).stop().tap();
  await until('the film is paused', () => isPaused(page));
  await rests();
}

test('a film that is left is paused with the device, plays both from home, and is there again in the player', async () => {
  const page = pageNow();
  await playFilm(page);
  await choosePage(page, 'page.home');
  await title(page).waitFor();
  await page.getByText(words('dock.stopped.pageLeft'), { exact: true }).waitFor();
  expect(await isPaused(page)).toBe(true);
  await rests();
  const { ms: leftAtMs } = await player(page).medium();
  // The keys of the player belong to its own page.
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowRight');
  expect(await player(page).medium()).toMatchObject({ ms: leftAtMs, paused: true });

  await player(page).play().tap();
  await follows(device(), mediumOf(page));
  const { ms: fromMs } = await player(page).medium();
  await title(page).tap();
  await player(page).seek().waitFor();
  expect(new URL(page.url()).pathname).toBe('/local');
  await follows(device(), mediumOf(page));
  expect((await player(page).medium()).ms).toBeGreaterThanOrEqual(fromMs);
  expect(await player(page).panel('sync').getAttribute('aria-selected')).toBe('true');
  await page.getByText(EVEN_SCRIPT.name).first().waitFor();
  await stopsBoth(page);

  // A reload of another page loses the files: Back leads to the library.
  await choosePage(page, 'page.home');
  await title(page).waitFor();
  await page.reload();
  await dock(page).shows('connection.ready');
  expect(await title(page).count()).toBe(0);
  await page.goBack();
  await page.getByRole('button', { name: words('player.choose'), exact: true }).waitFor();
});

further('where devices go on after a page, film and device go on at home, and Stop rests both', async () => {
  const page = pageNow();
  await letMotionGoOn(page);
  await playFilm(page);
  const { ms: leftAtMs } = await player(page).medium();
  await choosePage(page, 'page.home');
  await title(page).waitFor();
  await follows(device(), mediumOf(page));
  expect((await player(page).medium()).ms).toBeGreaterThan(leftAtMs);
  expect(await axeFindings(page)).toEqual([]);
  await choosePage(page, 'page.about');
  await follows(device(), mediumOf(page));
  await stopsBoth(page);
  await player(page)
    .stage()
    .getByRole('button', { name: words('app.close'), exact: true })
    .tap();
  await title(page).waitFor({ state: 'detached' });
  expect(await page.locator('main video').count()).toBe(0);
});

test('before a page that commands the device both rest, from any page, and the card has no play there', async () => {
  const page = pageNow();
  await letMotionGoOn(page);
  await playFilm(page);
  await choosePage(page, 'page.hamp');
  await title(page).waitFor();
  await until('the film is paused', () => isPaused(page));
  await rests();
  expect(await player(page).stage().getByRole('button').count()).toBe(1);
  // On its side the card lies in the dock, below everything on the page.
  await page.setViewportSize(PHONE_ON_ITS_SIDE);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const stop = dock(page).stop();
  await until('the card lies in the dock', async () => (await top(player(page).stage())) > (await top(stop)) - 8);
  await page.setViewportSize(PHONE);
  // A film that is played by other means is paused at once.
  await player(page)
    .video()
    .evaluate((video: HTMLVideoElement) => void video.play().catch(() => undefined));
  await until('the film is paused again', () => isPaused(page));
  expect(await device().isMoving()).toBe(false);

  await choosePage(page, 'page.home');
  await player(page).play().tap();
  await follows(device(), mediumOf(page));
  await choosePage(page, 'page.hamp');
  await page.getByText(words('dock.stopped.pageLeft'), { exact: true }).waitFor();
  await until('the film is paused', () => isPaused(page));
  await rests();

  // A page without the dock ends the session.
  await choosePage(page, 'page.home');
  await player(page).play().tap();
  await follows(device(), mediumOf(page));
  await tapInMenu(page, 'page.deviceSelection');
  await until('the device selection is shown', async () => new URL(page.url()).pathname === '/device-selection');
  await rests();
  expect(await page.locator('video').count()).toBe(0);
});

test('home has the film played last with what is left of it, its title once allowed, and a tap opens it there, at rest', async () => {
  const page = pageNow();
  const shelf = library(page);
  const goOn = () => page.getByRole('main').getByRole('link', { name: new RegExp(`^${words('player.goOn')}`) });
  await shelf.addInput().setInputFiles(TEST_CLIP);
  await shelf.addInput().setInputFiles(EVEN_SCRIPT);
  await shelf.card.getByRole('button', { name: /^Keep \d/ }).tap();
  await shelf.entry('test-clip').tap();
  await follows(device(), mediumOf(page));
  await stopsBoth(page);
  const leftAtMs = 30_000;
  await player(page)
    .video()
    .evaluate((video: HTMLVideoElement, ms) => {
      video.currentTime = ms / 1_000;
    }, leftAtMs);
  await player(page).back().tap();
  await choosePage(page, 'page.home');
  await goOn().waitFor();
  expect(await goOn().innerText()).toMatch(new RegExp(`^${words('player.goOn')}\\s+0:(29|30) left$`));

  // The place of the card is kept, so that it moves nothing when it comes.
  await page.reload();
  await goOn().waitFor();
  expect(await shiftsOfShare(page)).toEqual([]);
  await goOn().tap();
  await until('the film is at its place', async () => {
    const isThere = (await player(page).video().count()) > 0;
    return isThere && Math.abs((await player(page).medium()).ms - leftAtMs) < 500;
  });
  expect([await isPaused(page), await device().isMoving()]).toEqual([true, false]);
  await player(page).panel('script').tap();
  await page.getByRole('switch', { name: words('player.showTitle'), exact: true }).tap();
  // While it is open, its own card is there instead.
  await choosePage(page, 'page.home');
  await title(page).waitFor();
  expect(await goOn().count()).toBe(0);
  await player(page)
    .stage()
    .getByRole('button', { name: words('app.close'), exact: true })
    .tap();
  await goOn().getByText('test-clip').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // On a desktop home has three columns, above the dock.
  await page.setViewportSize(DESKTOP);
  const part = (key: string) => page.getByRole('main').getByRole('region', { name: words(key), exact: true });
  const columns = [goOn(), part('home.device'), part('home.carousel')];
  const top = async (shown: Locator) => (await shown.boundingBox()) ?? { x: 0, y: 0, height: 0, width: 0 };
  await until('the parts stand side by side', async () => {
    const boxes = await Promise.all(columns.map(top));
    const stop = await top(dock(page).stop());
    return boxes.every(({ x, y, height }, at) => {
      const before = boxes[at - 1];
      return y + height < stop.y && x >= (before ? before.x + before.width : 0);
    });
  });
  await page.setViewportSize(PHONE);
  // Back from what it opened is the library: nothing is opened a second time.
  await goOn().tap();
  await player(page).video().waitFor();
  await page.goBack();
  await shelf.entry('test-clip').waitFor();
  expect(await player(page).video().count()).toBe(0);
});
