import { describe, expect, test } from 'vitest';
import {
  isGloballyBoundKey,
  KEYED_ACTIONS,
  keyConflictOf,
  keyOfEachAction,
  PLAYER_SHORTCUT_LETTERS,
  withBoundKey,
} from '../../settings/key-bindings.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { findCommands } from './find-commands.ts';
import { shortcutMeaningOf } from './shortcut-rules.ts';

const { keyBinding } = defaultSettings();
const ready = { keyBinding, connected: true, path: '/hamp' };
const press = (key: string, more = {}) => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  typing: false,
  ...more,
});

describe('a key', () => {
  test.each([
    ['q', 'topUp'],
    ['A', 'topDown'],
    ['w', 'bottomUp'],
    ['S', 'bottomDown'],
    ['e', 'offsetUp'],
    ['d', 'offsetDown'],
    ['X', 'stop'],
    ['?', 'help'],
    ['z', undefined],
  ])('%s means %s', (key, meaning) => expect(shortcutMeaningOf(press(key), ready)).toBe(meaning));

  test.each([{ ctrlKey: true }, { metaKey: true }])('K with %j means the palette, while typing too', (modifier) => {
    expect(shortcutMeaningOf(press('k', { ...modifier, typing: true }), ready)).toBe('palette');
  });

  test('that repeats by itself means nothing', () => {
    for (const key of ['q', 'x', '?']) expect(shortcutMeaningOf(press(key, { repeat: true }), ready)).toBeUndefined();
    expect(shortcutMeaningOf(press('k', { repeat: true, ctrlKey: true }), ready)).toBeUndefined();
  });

  test('of the six means nothing where one of the conditions fails, but Stop still works', () => {
    const off = { ...keyBinding, enabled: false };
    for (const change of [
      { connected: false },
      { path: '/settings' },
      { path: '/settings/' },
      { path: '/share/here' },
      { keyBinding: off },
    ]) {
      expect(shortcutMeaningOf(press('q'), { ...ready, ...change })).toBeUndefined();
      expect(shortcutMeaningOf(press('x'), { ...ready, ...change })).toBe('stop');
    }
  });
});

describe('a binding', () => {
  test.each(KEYED_ACTIONS)('of %s can be changed to another key, and no other binding changes', (action) => {
    expect(keyOfEachAction(withBoundKey(keyBinding, action, 'p'))).toEqual({
      ...keyOfEachAction(keyBinding),
      [action]: 'p',
    });
  });

  test('conflicts with another one, in any case, and with the keys that the app uses', () => {
    expect(keyConflictOf(keyBinding, 'topUp', 'A')).toBe('topDown');
    expect(keyConflictOf(keyBinding, 'topUp', 'h')).toBe('hide');
    expect(keyConflictOf(keyBinding, 'topUp', '?')).toBe('help');
    for (const letter of PLAYER_SHORTCUT_LETTERS) expect(keyConflictOf(keyBinding, 'stop', letter)).toBe('player');
    expect(keyConflictOf(keyBinding, 'topUp', 'q')).toBeUndefined();
  });
});

test('a bound key has no other use on any page: Stop always, the six while they are on', () => {
  const bound = withBoundKey(keyBinding, 'stop', 'k');
  expect([isGloballyBoundKey(bound, 'K'), isGloballyBoundKey(bound, 'q'), isGloballyBoundKey(bound, 'm')]).toEqual([
    true,
    true,
    false,
  ]);
  const off = { ...bound, enabled: false };
  expect([isGloballyBoundKey(off, 'k'), isGloballyBoundKey(off, 'q')]).toEqual([true, false]);
});

test('typing finds by every word, and names that begin with it come first', () => {
  const commands = [{ name: 'Go home' }, { name: 'Home' }, { name: 'Manual', summary: 'Speed and stroke' }];
  expect(findCommands(commands, 'home').map(({ name }) => name)).toEqual(['Home', 'Go home']);
  expect(findCommands(commands, 'STROKE speed').map(({ name }) => name)).toEqual(['Manual']);
  expect(findCommands(commands, '')).toEqual(commands);
});
