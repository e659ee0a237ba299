import { describe, expect, test } from 'vitest';
import { parseCards } from './cards.ts';
import { changelogFeed } from './changelog-feed.ts';
import { readContentFiles } from './content-files.ts';
import { parseTips, TIP_LANGUAGES } from './tips.ts';

const files = new Map((await readContentFiles()).map((file) => [file.path, file.body.toString('utf8')]));
const textOf = (path: string) => files.get(path) ?? '';

describe('the tips', () => {
  const tips = parseTips({ version: 1, tips: JSON.parse(textOf('/handy_tips.json')) });

  test('are ten or more for each device', () => {
    for (const device of ['handy', 'oh'] as const) {
      const forIt = tips.filter(({ devices }) => devices?.includes(device) ?? true);
      expect(forIt.length).toBeGreaterThanOrEqual(device === 'oh' ? 8 : 10);
    }
  });

  test('have a text of their own in every language', () => {
    for (const language of TIP_LANGUAGES) {
      const texts = tips.map(({ text }) => text[language]);
      expect(new Set(texts).size).toBe(tips.length);
      for (const text of texts) {
        expect(text).toBe(text.trim());
        expect(text.length).toBeGreaterThan(15);
        expect(text.length).toBeLessThan(160);
      }
    }
    for (const { text } of tips) expect(new Set(Object.values(text)).size).toBe(TIP_LANGUAGES.length);
  });

  test('without a device are not about a feature of one device, nor about keys', () => {
    const general = tips.filter(({ devices }) => devices === undefined).map(({ text }) => text['en-US']);
    for (const text of general) expect(text).not.toMatch(/stroke|speed|frequency|battery|escape/i);
  });
});

test.each([
  ['no object', []],
  ['another version', { version: 2, tips: [] }],
  ['a language too few', { version: 1, tips: [{ id: 'a', text: { 'en-US': 'A text' } }] }],
  ['an unknown device', { version: 1, tips: [{ ...aTip(), devices: ['kettle'] }] }],
  ['a tip for no device', { version: 1, tips: [{ ...aTip(), devices: [] }] }],
  ['an empty text', { version: 1, tips: [{ ...aTip(), text: { ...aTip().text, ja: ' ' } }] }],
  ['a field too many', { version: 1, tips: [{ ...aTip(), link: '/' }] }],
  ['the same id twice', { version: 1, tips: [aTip(), aTip()] }],
])('tips are refused with a word which: %s', (_case, file) => {
  expect(() => parseTips(file)).toThrow(/tips\.json/);
  expect(parseTips({ version: 1, tips: [aTip(), { ...aTip(), id: 'b', devices: ['oh'] }] })).toHaveLength(2);
});

function aTip() {
  return { id: 'a', text: Object.fromEntries(TIP_LANGUAGES.map((language) => [language, `Text ${language}`])) };
}

const aCard = { id: 'a', title: 'A', text: 'Words', url: 'https://a.example', licence: 'MIT', tags: ['all', 'vr'] };

test('cards have a safe address, known tags and an id of their own', () => {
  const cards = (...all: readonly object[]) => ({ version: 1, cards: all });
  expect(parseCards(cards(aCard, { ...aCard, id: 'b', url: '/about' }))).toHaveLength(2);
  const bad = [
    { url: 'http://a.example' },
    { url: 'javascript:alert(1)' },
    { url: '//evil.example' },
    { url: '/\\evil.example' },
    { tags: ['rare'] },
    { tags: undefined },
    { title: '' },
    { licence: 7 },
    { more: 1 },
  ];
  for (const change of bad) expect(() => parseCards(cards({ ...aCard, ...change }))).toThrow('is no card');
  expect(() => parseCards(cards(aCard, aCard))).toThrow('entry 1 (a) is no card');
  expect(() => parseCards({ version: 2, cards: [] })).toThrow('version');
});

describe('the feed of the changelog', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- Soon\n\n## 0.2.0 (2026-03-01)\n\n- A & <b>\n\n## 0.1.0 (2026-01-02)\n\n- First\n';

  test('has an item for each version with a date, in order, without markup', () => {
    const feed = changelogFeed(changelog);
    expect([...feed.matchAll(/<item><title>(.*?)</g)].map(([, name]) => name)).toEqual(['0.2.0', '0.1.0']);
    expect(feed).toContain('<pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate>');
    expect(feed).toContain('<description>- A &amp; &lt;b&gt;</description>');
    expect(feed).not.toContain('Soon');
  });

  test("has the entries of the repository's changelog", () => {
    expect(textOf('/changelog.xml')).toMatch(/<rss version="2.0">[\s\S]*<item>/);
  });
});

test.each(['community', 'partners', 'carousel'])('the cards of %s have absolute addresses, each its own', (list) => {
  const cards = parseCards(JSON.parse(textOf(`/content/${list}.json`)));
  expect(cards.length).toBeGreaterThan(3);
  expect(new Set(cards.map(({ url }) => url)).size).toBe(cards.length);
  for (const { url } of cards) {
    const { hostname, username, href } = new URL(url, 'https://here.example');
    expect(hostname).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    expect(username).toBe('');
    if (url.startsWith('https:')) expect([href, `${url}/`]).toContain(href);
  }
});

test.each(['carousel', 'community', 'partners'])('the cards of %s are written in every language of the app', (list) => {
  const cards = parseCards(JSON.parse(textOf(`/content/${list}.json`)));
  const others = TIP_LANGUAGES.filter((language) => language !== 'en-US');
  for (const { translations } of cards) expect(Object.keys(translations ?? {})).toEqual(others);
});

test.each([
  ['community', 'jp'],
  ['partners', 'jp'],
  ['carousel', 'jp'],
  ['community', 'oh'],
  ['carousel', 'oh'],
  ['partners', 'oh'],
])('%s has several cards that the filter for %s lets pass; those for Japanese are in Japanese', (list, tag) => {
  const cards = parseCards(JSON.parse(textOf(`/content/${list}.json`))).filter(({ tags }) =>
    tags.some((one) => one === tag),
  );
  expect(cards.length).toBeGreaterThanOrEqual(3);
  if (tag === 'jp') for (const { translations } of cards) expect(translations?.ja?.text).toMatch(/[\u3040-\u30ff]/);
});

test.each([{ de: { title: 'Nur dies' } }, { xx: { title: 'A', text: 'B' } }, { 'en-US': { title: 'A', text: 'B' } }])(
  'a card with an invalid translation is refused: %j',
  (translations) => {
    const card = { id: 'a', title: 'A', text: 'B', url: '/local', tags: [], translations };
    expect(() => parseCards({ version: 1, cards: [card] })).toThrow('entry 0 (a) is no card');
  },
);
