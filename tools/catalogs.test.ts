import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../apps/web/src/i18n/languages.ts';
import {
  checkTexts,
  compareCatalogs,
  compareWithSources,
  keyUseOf,
  readCatalog,
  readKeyUse,
  readSameAsEnglish,
} from './catalogs.ts';
import { inRoot, ROOT } from './root.mjs';

const ENGLISH = 'en-US';
const languages = readdirSync(inRoot('apps', 'web', 'src', 'i18n', 'locales')).map((file) => file.replace('.json', ''));
const english = readCatalog(ROOT, ENGLISH);

test('all eight languages exist', () => {
  expect(languages.toSorted()).toEqual(LANGUAGES.map(({ code }) => code).toSorted());
  expect(Object.keys(english).length).toBeGreaterThan(0);
});

test.each(languages)('every text of %s is a well-formed message and not empty', (language) => {
  expect(checkTexts(language, readCatalog(ROOT, language))).toEqual([]);
});

test.each(languages.filter((language) => language !== ENGLISH))('%s is complete and translated', (language) => {
  const sameAsEnglish = readSameAsEnglish(ROOT);
  expect(compareCatalogs({ language, english, other: readCatalog(ROOT, language), sameAsEnglish })).toEqual([]);
});

test('the reviewed list of texts that are the same in English names only such texts', () => {
  const others = languages.filter((language) => language !== ENGLISH).map((language) => readCatalog(ROOT, language));
  const stale = readSameAsEnglish(ROOT).filter((key) => !others.some((other) => other[key] === english[key]));
  expect(stale).toEqual([]);
});

test('every text is used, and every used text exists', () => {
  expect(compareWithSources(english, readKeyUse(ROOT))).toEqual([]);
});

describe('the check finds', () => {
  const compare = (source: Record<string, string>, other: Record<string, string>, sameAsEnglish: string[] = []) =>
    compareCatalogs({ language: 'xx', english: source, other, sameAsEnglish });

  test('a missing text, and an extra one', () => {
    expect(compare({ a: 'One' }, { b: 'To' })).toEqual(["xx: 'a' is missing", "xx: 'b' is not in the English catalog"]);
  });

  test('a placeholder that is missing, renamed or of another kind, also inside a plural', () => {
    expect(compare({ a: '{speed} mm/s' }, { a: 'fort' })).toHaveLength(1);
    expect(compare({ a: '{speed} mm/s' }, { a: '{fart} mm/s' })).toHaveLength(1);
    expect(compare({ a: '{n, number} left' }, { a: '{n} igjen' })).toHaveLength(1);
    const source = { a: '{n, plural, one {# point of {all}} other {# points of {all}}}' };
    expect(compare(source, { a: '{n, plural, one {# punkt av {all}} other {# punkter}}' })).toEqual([]);
    expect(compare(source, { a: '{n, plural, other {# punkter}}' })).toHaveLength(1);
  });

  test('an English text in another language, unless it was reviewed', () => {
    expect(compare({ a: 'Stop' }, { a: 'Stop' })).toHaveLength(1);
    expect(compare({ a: 'Stop' }, { a: 'Stop' }, ['a'])).toEqual([]);
  });

  test('an empty text and one that is not well-formed', () => {
    expect(checkTexts('xx', { a: ' ', b: '{open', c: 'fine' })).toHaveLength(2);
  });

  test('a key that does not exist, in every form of use, and an unused one', () => {
    const text = `
      t('a.call'); intl.formatMessage({ id: 'a.message' }, {}); t(\`a.template\`);
      const row = { name: 'a.row' };
      const page = <><Text id="a.text" /><FormattedMessage id={'a.element'} /><Input id="not.a.key" /></>;`;
    const use = keyUseOf([{ path: 'page.tsx', text }]);
    expect([...use.used].sort()).toEqual(['a.call', 'a.element', 'a.message', 'a.template', 'a.text']);
    expect(compareWithSources({ 'a.row': 'Row', 'a.unused': 'Unused' }, use)).toEqual([
      "'a.call' is used but has no text",
      "'a.message' is used but has no text",
      "'a.template' is used but has no text",
      "'a.text' is used but has no text",
      "'a.element' is used but has no text",
      "'a.unused' is used nowhere",
    ]);
  });
});
