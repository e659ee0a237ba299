import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { SettingsProvider } from '../../settings/use-settings.tsx';
import { BackupCard } from './backup-card.tsx';

/** The card, and the settings that it restores from a file. */
async function setUp() {
  const log = { warn: () => undefined, error: () => undefined };
  const storage = createMemoryStorage();
  const language = await createLanguageStore({ storage, deviceLanguage: 'en-US', log });
  await language.need(['settings']);
  const settings = createSettingsStore({ storage, log });
  const before = settings.state.getState();
  render(
    <LanguageProvider store={language}>
      <SettingsProvider store={settings}>
        <BackupCard />
      </SettingsProvider>
    </LanguageProvider>,
  );
  const restore = (text: () => Promise<string>) =>
    userEvent.upload(
      screen.getByLabelText('Restore from a file', { selector: 'input' }),
      Object.assign(new File([], 'settings.json', { type: 'application/json' }), { text }),
    );
  return { restore, isUnchanged: () => settings.state.getState() === before };
}

test.each([
  [
    'cannot be read',
    () => Promise.reject(new DOMException('It is gone', 'NotReadableError')),
    /^This file could not be read/,
  ],
  ['is empty', () => Promise.resolve(''), /^This file is not a backup/],
])('a file that %s is reported as such, and changes nothing', async (_what, text, words) => {
  const { restore, isUnchanged } = await setUp();
  await restore(text);
  expect(await screen.findByText(words)).toBeVisible();
  expect(isUnchanged()).toBe(true);
});
