import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from './key-value-storage.ts';
import { defaultSettings, type Settings } from './schema.ts';
import { SETTINGS_STORAGE_KEY } from './settings-key.ts';
import { createSettingsStore } from './settings-store.ts';

const open = (text: string) =>
  createSettingsStore({
    storage: createMemoryStorage({ [SETTINGS_STORAGE_KEY]: text }),
    log: { warn: () => undefined },
  }).state.getState();

/** Every setting of the settings page: its path, its default, another value, and an invalid one. */
const ROWS: readonly [path: string, standard: unknown, other: unknown, damaged: unknown][] = [
  ['device', 'The Handy', 'Oh', 'Else'],
  ['darkMode', true, false, 'no'],
  ['followSystemTheme', false, true, 'yes'],
  ['femaleContentFilter', false, true, 1],
  ['japaneseContentFilter', false, true, null],
  ['stopOnLeave', true, false, 'no'],
  ['sameMotion', false, true, 'no'],
  ['developerMode', false, true, 'yes'],
  ['analyticsAgreed', false, true, 'yes'],
  ['limits.maxSpeedMmS', 0, 150, -1],
  ['limits.rampSeconds', 0, 3, 'long'],
  ['limits.sessionMinutes', 0, 20, -5],
  ['keyBinding.enabled', true, false, 'on'],
  ['keyBinding.stroke.incrementValue', 10, 5, 101],
  ['keyBinding.stroke.topUp', 'q', 'o', 'two'],
  ['keyBinding.stroke.topDown', 'a', 'l', ''],
  ['keyBinding.stroke.bottomUp', 'w', 'i', 7],
  ['keyBinding.stroke.bottomDown', 's', 'k', null],
  ['keyBinding.timeOffset.incrementValue', 10, 50, -10],
  ['keyBinding.timeOffset.increase', 'e', 'm', {}],
  ['keyBinding.timeOffset.decrease', 'd', 'n', []],
  ['keyBinding.stop', 'x', '0', 'Escape'],
  ['gamepad.enabled', true, false, 'on'],
  ['gamepad.buttons.topUp', 12, 3, 1],
  ['gamepad.buttons.topDown', 13, 0, 99],
  ['gamepad.buttons.bottomUp', 15, -1, 2.5],
  ['gamepad.buttons.bottomDown', 14, 6, 'A'],
  ['gamepad.buttons.offsetUp', 5, 7, null],
  ['gamepad.buttons.offsetDown', 4, 8, -2],
  ['gamepad.buttons.startStop', 9, 0, 1],
  ['gamepad.buttons.faster', 7, 3, 32],
  ['gamepad.buttons.slower', 6, 2, 'LT'],
  ['developer.apiBase', '', '/api', 4],
  ['developer.apiKey', '', 'id', null],
  ['developer.scriptHost', '', '/scripts', false],
  ['channelDebug.channel', '', 'chref:AbC123', 7],
  ['channelDebug.call', '', 'slider.setStroke', null],
  ['channelDebug.body', '', '{"velocity":0.4}', {}],
];

const at = (settings: Settings, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => Object(part)[name], settings);
const put = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object; // Built of objects alone.

describe.each(ROWS)('the setting %s', (path, standard, other, damaged) => {
  test('has its default', () => expect(at(defaultSettings(), path)).toEqual(standard));

  test('is restored after a reload', () => {
    const storage = createMemoryStorage();
    const log = { warn: () => undefined };
    createSettingsStore({ storage, log }).update(open(JSON.stringify({ version: 2, ...put(path, other) })));
    expect(at(createSettingsStore({ storage, log }).state.getState(), path)).toEqual(other);
  });

  test('is taken over from an older version', () => {
    expect(at(open(JSON.stringify({ version: 1, ...put(path, other) })), path)).toEqual(other);
  });

  test('gets its default where the stored value is damaged, and affects no other', () => {
    const settings = open(JSON.stringify({ version: 2, lastControlPage: '/hamp', ...put(path, damaged) }));
    expect(settings).toEqual({ ...defaultSettings(), lastControlPage: '/hamp' });
  });
});
