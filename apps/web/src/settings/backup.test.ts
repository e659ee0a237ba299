import { describe, expect, test } from 'vitest';
import { formatBackup, readBackup } from './backup.ts';
import { newSavedDevice } from './saved-device.ts';
import { defaultSettings, type Settings } from './schema.ts';

const mine: Settings = {
  ...defaultSettings(),
  connectionKey: 'AbCd1234',
  linkedDevices: [newSavedDevice('AbCd1234', 'mine')],
  darkMode: false,
  analyticsAgreed: true,
  limits: { maxSpeedMmS: 150, rampSeconds: 2, sessionMinutes: 20 },
  developer: { apiBase: '/other', apiKey: 'secret-key', scriptHost: '' },
};

describe('a backup', () => {
  test('restores every setting, keys included where the person wanted them', () => {
    const { developer: _developer, analyticsAgreed: _consent, ...rest } = mine;
    expect(readBackup(formatBackup(mine, true))).toEqual({ settings: rest });
  });

  test('holds no key unless it is wanted, and then leaves the present one alone', () => {
    const text = formatBackup(mine, false);
    expect(text).not.toContain('AbCd1234');
    const read = readBackup(text);
    expect(read).toMatchObject({ settings: { darkMode: false } });
    expect(Object.keys('settings' in read ? read.settings : {})).not.toContain('connectionKey');
    expect(Object.keys('settings' in read ? read.settings : {})).not.toContain('linkedDevices');
  });

  test('never holds an API key nor a consent', () => {
    expect(formatBackup(mine, true)).not.toMatch(/secret-key|analyticsAgreed/);
  });

  test('of an older version is upgraded to the present one', () => {
    const old = { version: 1, connectionKey: 'OldKey12', linkedDevices: [{ connectionKey: 'OldKey12' }] };
    const read = readBackup(JSON.stringify({ format: 'tactus-settings', version: 1, settings: old }));
    expect(read).toMatchObject({ settings: { version: 2, linkedDevices: [newSavedDevice('OldKey12')] } });
  });

  test.each([
    ['', 'not-a-backup'],
    ['{"format":"other"}', 'not-a-backup'],
    ['[1]', 'not-a-backup'],
    ['{"format":"tactus-settings","version":1', 'not-a-backup'],
    ['{"format":"tactus-settings","version":1,"settings":3}', 'damaged'],
    ['{"format":"tactus-settings","version":1,"settings":{"version":2,"darkMode":"yes"}}', 'damaged'],
    ['{"format":"tactus-settings","version":9,"settings":{}}', 'newer'],
    ['{"format":"tactus-settings","version":1,"settings":{"version":99}}', 'newer'],
  ])('that is invalid (%s) is refused: %s', (text, problem) => {
    expect(readBackup(text)).toEqual({ problem });
  });
});
