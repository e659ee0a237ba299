import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { openCatalog } from './catalogs.ts';
import { createLanguageStore } from './language-store.ts';

const log = { warn: () => undefined, error: () => undefined };
afterEach(() => {
  vi.unstubAllEnvs();
});

const open = () => createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });

test('a part that a page needs is in use from then on, also after the language is changed', async () => {
  const { state, need, choose } = await open();
  expect([...state.getState().parts]).toEqual([]);
  await need(['hamp']);
  expect([...state.getState().parts]).toEqual(['hamp']);
  await choose('nb-NO');
  expect(state.getState().textLanguage).toBe('nb-NO');
  expect([...state.getState().parts]).toEqual(['hamp']);
});

test('a part that is asked for while the language changes is there in the new language', async () => {
  const { state, need, choose } = await open();
  await Promise.all([choose('nb-NO'), need(['hamp']), need(['hamp', 'led'])]);
  expect(state.getState().textLanguage).toBe('nb-NO');
  expect([...state.getState().parts].sort()).toEqual(['hamp', 'led']);
});

test('a part that is there already changes nothing', async () => {
  const { state, need } = await open();
  await need(['led']);
  const before = state.getState();
  await need(['led']);
  expect(state.getState()).toBe(before);
});

test('a part that cannot be loaded is in the way of no other part and no language, and is there once it can', async () => {
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

test('parts that are asked for at the same time are both there', async () => {
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

test('for people, nothing stands in its place until its part is here', async () => {
  vi.stubEnv('DEV', false);
  const { textOf } = await open();
  expect(textOf('led.blue')).toBe('');
  await vi.waitFor(() => expect(textOf('led.blue')).toBe('Blue'));
});

test('the longer texts are there where the app is asked for them', async () => {
  const { textOf, need } = await createLanguageStore({
    storage: createMemoryStorage(),
    deviceLanguage: 'en-US',
    log,
    pseudo: true,
  });
  await need(['led']);
  expect(textOf('led.blue')).toMatch(/^Blüéé+$/);
});
