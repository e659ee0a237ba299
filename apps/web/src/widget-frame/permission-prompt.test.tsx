import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider } from '../i18n/text.tsx';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { PermissionPrompt } from './permission-prompt.tsx';

test('after a permission has ended, one press asks again', async () => {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['uui']);
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const host = 'https://pages.test';
  const port = { host: createStore(() => host), post: () => undefined, onCommand: () => () => undefined };
  render(
    <LanguageProvider store={language}>
      <PermissionPrompt ended host={host} port={port} onGrant={() => undefined} />
    </LanguageProvider>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Permission has ended.');
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(open).toHaveBeenCalledOnce();
  open.mockRestore();
});
