import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { random } from './app/random.ts';
import { sheets } from './app/shortcuts.ts';
import { tabTo } from './app/tab-to.ts';
import { fingerOn } from './harness/finger.ts';
import { storeSettings } from './harness/stored-settings.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;
let page: Page;

const main = () => page.getByRole('main');
const cards = () => main().getByRole('listitem');
const titles = () => main().getByRole('listitem').getByRole('link').allInnerTexts();
const search = (name: string) => page.getByRole('searchbox', { name: words(name) });

async function open(path: string, settings: object = {}): Promise<void> {
  await storeSettings(page, suite.tactus.url, settings);
  await page.goto(suite.tactus.url + path);
}

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
  page = person.page;
});
afterEach(async () => {
  expect(person.complaints.filter((complaint) => !/ERR_FAILED/.test(complaint))).toEqual([]);
  await person.close();
});

test('the community page lists projects with licence and device, and finds them by their texts', async () => {
  await open('/community');
  await cards().first().waitFor();
  const all = await cards().count();
  expect(all).toBeGreaterThan(5);
  await search('content.find').fill('editor script');
  await until('fewer are left', async () => (await cards().count()) < all);
  expect(await titles()).toContain('OpenFunscripter');
  await search('content.find').fill('no such project');
  await main().getByText(words('content.nothing')).waitFor();
  await search('content.find').fill('MultiFunPlayer');
  const link = cards().getByRole('link', { name: 'MultiFunPlayer' });
  expect(await link.getAttribute('rel')).toBe('noreferrer');
  expect(await cards().first().innerText()).toMatch(/MIT[\s\S]*The Handy/);
});

test('an unreadable list is reported, and is read again by a press', async () => {
  await storeSettings(page, suite.tactus.url, {});
  await page.route('**/content/community.json', (route) => route.abort());
  await page.goto(`${suite.tactus.url}/community`);
  await main().getByText(words('content.failed')).waitFor();
  await page.unroute('**/content/community.json');
  await main()
    .getByRole('button', { name: words('content.again') })
    .click();
  await cards().first().waitFor();
});

test('the partners page opens on the filter of its address, and a chip leads to another', async () => {
  await open('/partners/vr');
  await cards().first().waitFor();
  expect((await titles()).sort()).toEqual(['DeoVR', 'HereSphere']);
  await main()
    .getByRole('link', { name: words('content.filter.subscription') })
    .click();
  await page.waitForURL('**/partners/subscription');
  await until('other partners are shown', async () => (await titles()).sort().join() === 'Emby,Plex');
  await page.goto(`${suite.tactus.url}/partners/nothing`);
  await main().getByText(words('content.filter.unknown')).waitFor();
});

test('the partners page shows the state of the device as other pages do, and a tap on it opens the sheet', async () => {
  await open('/partners/all', { connectionKey: 'DemoHandy1' });
  await dock(page).shows('connection.ready');
  await main().getByTitle(words('dock.label'), { exact: true }).tap();
  await sheets(page).device().waitFor();
});

test('the content filter for Oh leaves cards tagged for it', async () => {
  await open('/partners/all', { femaleContentFilter: true });
  await cards().first().waitFor();
  expect(await titles()).toEqual(['Your own cloud', 'The player of this app', 'Sharing by a link']);
});

test('the Japanese content filter leaves cards on both pages', async () => {
  await open('/partners/all', { japaneseContentFilter: true });
  await cards().first().waitFor();
  expect(await titles()).toEqual([
    'Your own cloud',
    'The player of this app',
    'Sharing by a link',
    'Jellyfin',
    'Plex',
    'VLC',
  ]);
  await open('/community', { japaneseContentFilter: true });
  await cards().first().waitFor();
  expect(await cards().count()).toBe(4);
});

test('where both content filters hide every card, the page explains that and one press shows them', async () => {
  await open('/partners/vr', { femaleContentFilter: true, japaneseContentFilter: true });
  await main()
    .getByRole('heading', { name: words('content.hidden') })
    .waitFor();
  await main()
    .getByRole('button', { name: words('content.hidden.show') })
    .click();
  await cards().first().waitFor();
  expect((await titles()).sort()).toEqual(['DeoVR', 'HereSphere']);
  await page.goto(`${suite.tactus.url}/settings#appearance`);
  for (const filter of ['settings.femaleFilter', 'settings.japaneseFilter'])
    await page.getByRole('switch', { name: words(filter), checked: false }).waitFor();
});

test('changelog, with its feed, and about, with third-party packages, are texts of this version', async () => {
  await open('/changelog');
  await main()
    .getByRole('heading', { name: /^0\.1\.0 / })
    .waitFor();
  const feed = await page.evaluate(async (path) => (await fetch(path ?? '')).text(), await feedAddress());
  expect(feed).toContain('<title>0.1.0</title>');
  await page.goto(`${suite.tactus.url}/about`);
  await search('content.thirdParty.find').fill('react-router');
  await main().getByText('@tanstack/react-router', { exact: false }).first().waitFor();
  const notices = main().getByRole('link', { name: words('content.thirdParty.texts') });
  const texts = await page.evaluate(
    async (path) => (await fetch(path ?? '')).text(),
    await notices.getAttribute('href'),
  );
  expect(texts).toContain('Permission is hereby granted');
});

test.each([
  { locale: 'ja-JP', language: 'ja', safety: '安全', start: 'インターネット経由のソフトウェアは' },
  { locale: 'de-DE', language: 'de', safety: 'Sicherheit', start: 'Software kann über das Internet' },
])('about and its part on safety are in the language of the person: $locale', async (expected) => {
  const theirs = await visit(suite.browser, { viewport: PHONE, locale: expected.locale });
  await theirs.page.goto(`${suite.tactus.url}/about?female=no`);
  const text = theirs.page.getByRole('main').locator(`[lang="${expected.language}"]`);
  await text.getByRole('heading', { name: expected.safety, exact: true }).waitFor();
  await text.getByText(expected.start).waitFor();
  await text.getByRole('link', { name: words('page.settings', expected.language) }).click();
  await theirs.page.waitForURL('**/settings');
  expect(theirs.complaints).toEqual([]);
  await theirs.close();
});

const carouselOf = (page: Page, language: string) =>
  page.getByRole('main').getByRole('region', { name: words('home.carousel', language), exact: true });

/** What the page of an entry is called. */
const NAME_OF: Readonly<Record<string, string>> = {
  '/local': 'page.local',
  '/random-classic': 'page.random',
  '/remote#share': 'home.share',
};

/** Opens every entry of the carousel that is a page of the app, by `press`, and comes back each time. */
async function openEach(page: Page, language: string, press: (entry: Locator) => Promise<void>): Promise<void> {
  const entries = carouselOf(page, language).getByRole('link');
  await entries.first().waitFor();
  const paths = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(2);
  for (const [place, path] of paths.entries()) {
    expect(await entries.nth(place).locator('[lang]').getAttribute('lang')).toBe(language);
    if (path.startsWith('/api/')) continue;
    await press(entries.nth(place));
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1, name: words(NAME_OF[path] ?? path, language), exact: true }).waitFor();
    await page.goBack();
    await entries.first().waitFor();
  }
}

test('the carousel is moved by a finger without opening anything, and has for Oh only pages that it can use, in Japanese', async () => {
  const theirs = await visit(suite.browser, { viewport: PHONE, locale: 'ja-JP' });
  await theirs.page.goto(`${suite.tactus.url}/?key=DemoOh0001&female=true`);
  const carousel = carouselOf(theirs.page, 'ja');
  await carousel.scrollIntoViewIfNeeded();
  const box = await carousel.getByRole('link').first().boundingBox();
  if (!box) throw new Error('The carousel is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const scrolled = () => carousel.getByRole('list').evaluate((list) => list.scrollLeft);
  await (await fingerOn(theirs.page)).swipe({ x, y }, { x: x - 140, y });
  await until('its next entries are shown', async () => (await scrolled()) > 0);
  expect(new URL(theirs.page.url()).pathname).toBe('/');
  await openEach(theirs.page, 'ja', (entry) => entry.tap());
  expect(theirs.complaints).toEqual([]);
  await theirs.close();
});

test('the carousel is opened with the keyboard, in German', async () => {
  const theirs = await visit(suite.browser, { locale: 'de-DE' });
  await theirs.page.goto(`${suite.tactus.url}/?key=DemoHandy1&female=no`);
  await openEach(theirs.page, 'de', (entry) =>
    tabTo(theirs.page, entry).then(() => theirs.page.keyboard.press('Enter')),
  );
  expect(theirs.complaints).toEqual([]);
  await theirs.close();
});

test.each([
  ['with the content filter for Oh', true],
  ['without one', false],
])(
  'the carousel of Oh offers chance and names no stroke, %s, and its page vibrates',
  async (_, femaleContentFilter) => {
    const key = 'DemoOh0001';
    await open('/', { connectionKey: key, device: 'Oh', femaleContentFilter });
    const entries = carouselOf(page, 'en-US').getByRole('link');
    await entries.first().waitFor();
    expect((await entries.allInnerTexts()).filter((text) => /stroke|speed/i.test(text))).toEqual([]);
    await carouselOf(page, 'en-US').locator('[href="/random-classic"]').tap();
    await dock(page).shows('connection.ready');
    await random(page).start().tap();
    const vibrates = async () => (await suite.tactus.device(key).get<{ enabled: boolean }>('/hvp/state')).enabled;
    await until('the device vibrates', vibrates);
    await dock(page).stop().tap();
    await until('the device rests', async () => !(await vibrates()));
  },
);

const feedAddress = () =>
  main()
    .getByRole('link', { name: words('content.feed') })
    .getAttribute('href');
