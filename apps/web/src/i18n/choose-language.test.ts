import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { chooseLanguage, mapLanguageCode } from './choose-language.ts';
import { createLanguageStore } from './language-store.ts';

describe('mapping a language code by its first two letters', () => {
  test.each([
    ['en', 'en-US'],
    ['en-GB', 'en-US'],
    ['EN_au', 'en-US'],
    ['nb', 'nb-NO'],
    ['no', 'nb-NO'],
    ['nn-NO', 'nb-NO'],
    ['pt-PT', 'pt-BR'],
    ['es-MX', 'es-ES'],
    ['de-AT', 'de'],
    ['fr', 'fr-FR'],
    ['fr-CA', 'fr-FR'],
    ['ja', 'ja'],
    ['ko-KR', 'ko'],
    ['sv-SE', 'sv-SE'],
  ])('%s gives %s', (code, expected) => {
    expect(mapLanguageCode(code)).toBe(expected);
    for (const [stored, device] of [
      [null, code],
      [code, 'it'],
    ] as const)
      expect(chooseLanguage({ stored, device }).code).toBe(expected);
  });
});

describe('choosing the language', () => {
  test('the stored preference comes before the language of the device', () => {
    expect(chooseLanguage({ stored: 'nb-NO', device: 'de-DE' })).toEqual({
      code: 'nb-NO',
      language: 'nb-NO',
      japaneseSite: false,
    });
  });

  test('without a preference the language of the device is used', () => {
    expect(chooseLanguage({ stored: null, device: 'de-DE' }).language).toBe('de');
  });

  test.each(['', 'x'])('a code shorter than two characters (%j) is rejected with a warning', (stored) => {
    const choice = chooseLanguage({ stored, device: 'de' });
    expect(choice).toMatchObject({ code: 'en-US', language: 'en-US', notice: { level: 'warning' } });
  });

  test('an unknown code stays unchanged, is shown in English, and is logged as an error', () => {
    const choice = chooseLanguage({ stored: null, device: 'sv-SE' });
    expect(choice).toMatchObject({ code: 'sv-SE', language: 'en-US', japaneseSite: false, notice: { level: 'error' } });
  });

  test.each(['jp', 'JP', 'ja-JP', 'ja_jp'])('%s names the Japanese site and is shown in Japanese', (device) => {
    expect(chooseLanguage({ stored: null, device })).toMatchObject({ language: 'ja', japaneseSite: true });
  });

  test('plain ja is shown in Japanese but names no site', () => {
    expect(chooseLanguage({ stored: 'ja', device: 'en' })).toEqual({ code: 'ja', language: 'ja', japaneseSite: false });
  });
});

test.each([
  ['x', 'warn'],
  ['sv-SE', 'error'],
] as const)('a problem with the language %s is logged once, as %s', async (deviceLanguage, level) => {
  const logged: string[] = [];
  const log = { warn: () => void logged.push('warn'), error: () => void logged.push('error') };
  const { state } = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage, log });
  expect(logged).toEqual([level]);
  expect(state.getState().textLanguage).toBe('en-US');
});

test.each([
  ['nb-NO', 'nb-NO'],
  ['"fr-FR"', 'fr-FR'],
  [undefined, 'de'],
])('with %s stored a German browser shows the texts of %s', async (stored, expected) => {
  const storage = createMemoryStorage(stored === undefined ? {} : { userLanguage: stored });
  const log = { warn: () => undefined, error: () => undefined };
  const { state } = await createLanguageStore({ storage, deviceLanguage: 'de-AT', log });
  expect(state.getState()).toMatchObject({ code: expected, textLanguage: expected });
});
