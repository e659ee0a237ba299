import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';

/** Pages and their layouts are lazily loaded chunks. */
const LOADED = { timeout: 25_000 };
const TEST_MS = 40_000;
const KEYS = ['stored-a', 'stored-b'];
let app: Awaited<ReturnType<typeof renderApp>>;
beforeEach(() => {
  for (const key of KEYS) localStorage.setItem(key, 'old');
});
afterEach(() => {
  app.close();
  for (const key of KEYS) localStorage.removeItem(key);
});

async function choose(key: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${key}`) }, LOADED));
  return screen.getByLabelText('Stored text');
}

async function setUp(): Promise<HTMLElement> {
  app = await renderApp({ path: '/debug/channel-store', settings: { deviceSelectionComplete: true } });
  return choose('stored-a');
}

test(
  'a text that is stored leaves the focus where it is',
  async () => {
    await userEvent.type(await setUp(), 'er');
    const save = screen.getByRole('button', { name: 'Store it' });
    save.focus();
    await userEvent.keyboard('{Enter}');
    expect(localStorage.getItem('stored-a')).toBe('older');
    expect(save).toHaveFocus();
    expect(screen.getByText('No difference.')).toBeVisible();
  },
  TEST_MS,
);

test(
  'a typed text stays when the stored one has changed and is read again, and when another key is opened',
  async () => {
    await userEvent.type(await setUp(), 'er');
    localStorage.setItem('stored-a', 'new');
    await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
    expect(screen.getByLabelText('Stored text')).toHaveValue('older');
    expect(await choose('stored-b')).toHaveValue('old');
    expect(await choose('stored-a')).toHaveValue('older');
    await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
    expect(screen.getByLabelText('Stored text')).toHaveValue('new');
  },
  TEST_MS,
);

test(
  'a text without changes here is shown as stored when it is read again',
  async () => {
    const text = await setUp();
    localStorage.setItem('stored-a', 'new');
    await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
    expect(text).toHaveValue('new');
  },
  TEST_MS,
);

test(
  'a key that the browser has no room for is reported, and stays typed',
  async () => {
    await setUp();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    onTestFinished(() => full.mockRestore());
    await userEvent.type(screen.getByLabelText('Another key'), 'stored-c');
    await userEvent.click(screen.getByRole('button', { name: 'Add it' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The browser did not store it');
    expect(screen.getByLabelText('Another key')).toHaveValue('stored-c');
  },
  TEST_MS,
);
