import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { SettingsProvider } from '../../settings/use-settings.tsx';
import { TryVirtualDevice } from './try-virtual-device.tsx';

const browserFetch = globalThis.fetch;
afterEach(() => vi.stubGlobal('fetch', browserFetch));

/** The pressed button for a virtual device; the test sends the answer. */
async function setUp() {
  let resolve: (answer: Response) => void = () => undefined;
  const answered = new Promise<Response>((made) => {
    resolve = made;
  });
  vi.stubGlobal('fetch', () => answered);
  const log = { warn: () => undefined, error: () => undefined };
  const storage = createMemoryStorage();
  const language = await createLanguageStore({ storage, deviceLanguage: 'en-US', log });
  const onKey = vi.fn();
  const { unmount } = render(
    <LanguageProvider store={language}>
      <SettingsProvider store={createSettingsStore({ storage, log })}>
        <TryVirtualDevice onKey={onKey} />
      </SettingsProvider>
    </LanguageProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try it with a virtual device' }));
  const answer = () => act(async () => resolve(Response.json({ connectionKey: 'Virtual01' })));
  return { onKey, unmount, answer };
}

test('the key of a virtual device is passed on when it is made', async () => {
  const { onKey, answer } = await setUp();
  expect(onKey).not.toHaveBeenCalled();
  await answer();
  await vi.waitFor(() => expect(onKey.mock.calls).toEqual([['Virtual01']]));
});

test('a virtual device that is made after the person has left the form is ignored', async () => {
  const { onKey, unmount, answer } = await setUp();
  unmount();
  await answer();
  await act(() => new Promise((later) => setTimeout(later, 50)));
  expect(onKey).not.toHaveBeenCalled();
});
