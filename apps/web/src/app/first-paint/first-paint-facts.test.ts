import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { SETTINGS_STORAGE_KEY } from '../../settings/settings-key.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { readUrlParameters } from '../guard.ts';
import { readFirstPaintFacts } from './first-paint-facts.ts';

const log = { warn: () => undefined };

function factsOf({ stored, language, address = '/' }: { stored?: string; language?: string; address?: string }) {
  const storage = createMemoryStorage({
    ...(stored !== undefined && { [SETTINGS_STORAGE_KEY]: stored }),
    ...(language !== undefined && { userLanguage: language }),
  });
  const { pathname, search } = new URL(address, 'http://a.invalid');
  return readFirstPaintFacts({ storage, location: { pathname, search }, deviceLanguage: 'de-AT' });
}

describe('the theme of the first picture is the one that the app will show', () => {
  const damaged = [undefined, '', 'null', '[]', '{"device":3,"darkMode":"no"}', '{"version":1,"darkMode":false}'];
  const written = (['The Handy', 'Oh'] as const).flatMap((device) =>
    [true, false].map((value) => JSON.stringify({ version: 2, device, darkMode: value, followSystemTheme: !value })),
  );
  test.each(
    [...damaged, ...written].flatMap((stored) => ['', '?female=true', '?female=1'].map((query) => [stored, query])),
  )('stored %s, address %s', (stored, query = '') => {
    const storage = createMemoryStorage(stored === undefined ? {} : { [SETTINGS_STORAGE_KEY]: stored });
    const settings = createSettingsStore({ storage, log });
    const { device: wished } = readUrlParameters({ path: '/', query, hash: '' });
    if (wished !== undefined) settings.chooseDevice(wished);
    const { device, darkMode, followSystemTheme } = settings.state.getState();
    expect(factsOf({ ...(stored !== undefined && { stored }), address: `/${query}` })).toMatchObject({
      device,
      darkMode,
      followSystemTheme,
    });
  });
});

test('the language is the stored one, else that of the browser', () => {
  expect(factsOf({}).language).toBe('de');
  expect(factsOf({ language: 'ja' }).language).toBe('ja');
  expect(factsOf({ language: '"pt"' }).language).toBe('pt-BR');
  expect(factsOf({ language: 'xx' }).language).toBe('en-US');
});

describe('the first picture is that of the page', () => {
  const chosen = { deviceSelectionComplete: true, connectionKey: '' };
  test.each([
    ['where a device is chosen', chosen, '/', 'unlinked'],
    ['where the address chooses one', {}, '/?female=false', 'unlinked'],
    ['where a device is linked', { ...chosen, connectionKey: 'DemoHandy1' }, '/?a=1', 'linked'],
    ['before one is chosen: the choice', {}, '/', 'selection'],
    ['not on another page', chosen, '/settings', undefined],
    ['not with a key in the address', chosen, '/?key=DemoHandy1', undefined],
  ])('%s', (_, stored, address, picture) => {
    expect(factsOf({ stored: JSON.stringify(stored), address }).picture).toBe(picture);
  });
});
