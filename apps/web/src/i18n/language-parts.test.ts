import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { openCatalog } from './catalogs.ts';
import { createLanguageStore } from './language-store.ts';

const log = { warn: () => undefined, error: () => undefined };
afterEach(() => {
  vi.unstubAllEnvs();
});

const open = () => createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });

test.each(['en-US', 'nb-NO', 'pt-BR', 'es-ES', 'de', 'fr-FR', 'ja', 'ko'])('%s has texts of its own', async (code) => {
  const file = JSON.parse(readFileSync(new URL(`./locales/${code}.json`, import.meta.url), 'utf8'));
  const { state, need, textOf } = await createLanguageStore({
    ...{ storage: createMemoryStorage(), deviceLanguage: code, log },
  });
  expect(state.getState()).toMatchObject({ language: code, textLanguage: code });
  expect(textOf('page.settings')).toBe(file['page.settings']);
  await need(['led']);
  expect(textOf('led.blue')).toBe(file['led.blue']);
});

test('a part that a page needs is in use from then on, also after the language is changed', async () => {
  const { state, need, choose } = await open();
  expect([...state.getState().parts]).toEqual([]);
  await need(['hamp']);
  expect([...state.getState().parts]).toEqual(['hamp']);
  await choose('nb-NO');
  expect(state.getState().textLanguage).toBe('nb-NO');
  expect([...state.getState().parts]).toEqual(['hamp']);
});

test('a part requested while the language changes is loaded in the new language', async () => {
  const { state, need, choose } = await open();
  await Promise.all([choose('nb-NO'), need(['hamp']), need(['hamp', 'led'])]);
  expect(state.getState().textLanguage).toBe('nb-NO');
  expect([...state.getState().parts].sort()).toEqual(['hamp', 'led']);
});

test('a part that is loaded already changes nothing', async () => {
  const { state, need } = await open();
  await need(['led']);
  const before = state.getState();
  await need(['led']);
  expect(state.getState()).toBe(before);
});

test('a part that cannot be loaded blocks no other part and no language, and is loaded once it can be', async () => {
  let isBroken = true;
  const { state, need, choose } = await createLanguageStore({
    ...{ storage: createMemoryStorage(), deviceLanguage: 'en-US', log },
    async open(language) {
      const catalog = await openCatalog(language);
      const part: typeof catalog.part = (name) =>
        isBroken && name === 'led' ? Promise.reject(new Error('It is not here')) : catalog.part(name);
      return { ...catalog, part };
    },
  });
  await expect(need(['led'])).rejects.toThrow('It is not here');
  await need(['hamp']);
  await choose('nb-NO');
  expect(state.getState().textLanguage).toBe('nb-NO');
  expect([...state.getState().parts]).toEqual(['hamp']);
  isBroken = false;
  await need(['led']);
  expect([...state.getState().parts].sort()).toEqual(['hamp', 'led']);
});

test('a language whose texts cannot be loaded is shown in English, and that is logged as an error', async () => {
  const logged: string[] = [];
  const { state, textOf } = await createLanguageStore({
    ...{ storage: createMemoryStorage(), deviceLanguage: 'de-DE' },
    log: { ...log, error: (text) => void logged.push(text) },
    open: (language) => (language === 'de' ? Promise.reject(new Error('It is not here')) : openCatalog(language)),
  });
  expect(state.getState()).toMatchObject({ language: 'de', textLanguage: 'en-US' });
  expect(textOf('page.settings')).toBe('Settings');
  expect(logged).toEqual(['The texts of de could not be loaded']);
});

test('parts requested at the same time are both loaded', async () => {
  const { state, need } = await open();
  await Promise.all([need(['hamp']), need(['led'])]);
  expect([...state.getState().parts].sort()).toEqual(['hamp', 'led']);
});

test('a text whose part is not loaded never shows as its key: it throws in development', async () => {
  const { textOf, need } = await open();
  expect(() => textOf('led.blue')).toThrow('"led.blue" is not loaded');
  await need(['led']);
  expect(textOf('led.blue')).toBe('Blue');
});

test('in production its place is empty until its part is loaded', async () => {
  vi.stubEnv('DEV', false);
  const { textOf } = await open();
  expect(textOf('led.blue')).toBe('');
  await vi.waitFor(() => expect(textOf('led.blue')).toBe('Blue'));
});

test('the longer texts are used where they are requested', async () => {
  const { textOf, need } = await createLanguageStore({
    storage: createMemoryStorage(),
    deviceLanguage: 'en-US',
    log,
    pseudo: true,
  });
  await need(['led']);
  expect(textOf('led.blue')).toMatch(/^Blüéé+$/);
});
