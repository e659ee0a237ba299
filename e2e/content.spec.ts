import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  await theirs.page.goto(`${suite.tactus.url}/?female=no`);
  await theirs.page.getByRole('heading', { level: 1 }).waitFor();
  await theirs.page.goto(`${suite.tactus.url}/about`);
  const text = theirs.page.getByRole('main').locator(`[lang="${expected.language}"]`);
  await text.getByRole('heading', { name: expected.safety, exact: true }).waitFor();
  await text.getByText(expected.start).waitFor();
  await text.getByRole('link', { name: words('page.settings', expected.language) }).click();
  await theirs.page.waitForURL('**/settings');
  expect(theirs.complaints).toEqual([]);
  await theirs.close();
});

const feedAddress = () =>
  main()
    .getByRole('link', { name: words('content.feed') })
    .getAttribute('href');
