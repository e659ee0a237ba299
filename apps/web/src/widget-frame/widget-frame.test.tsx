import { createFakeTime } from '@tactus/time/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider } from '../i18n/text.tsx';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createNotifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { readWidgetAppearance } from '../widget/appearance.ts';
import { WidgetFrame } from './widget-frame.tsx';

async function setUp() {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['uui']);
  const time = createFakeTime();
  const notifications = createNotifications(time);
  const port = {
    host: createStore(() => 'https://pages.test'),
    post: () => undefined,
    onCommand: () => () => undefined,
  };
  render(
    <LanguageProvider store={language}>
      <NotificationsProvider notifications={notifications}>
        <WidgetFrame port={port} appearance={readWidgetAppearance('')} />
      </NotificationsProvider>
    </LanguageProvider>,
  );
  return { time, notifications };
}

test('the newest error is a line of the frame, until its time is over', async () => {
  const { time, notifications } = await setUp();
  // It is there before its first text, so that the text is announced.
  const line = screen.getByRole('alert');
  expect(line).toBeEmptyDOMElement();
  act(() => void notifications.show({ tone: 'negative', message: 'The device refused.' }));
  await act(() => time.advance(2_000));
  act(() => void notifications.show({ tone: 'negative', message: 'Too many requests.', caption: 'Wait a moment.' }));
  expect(line).toHaveTextContent('Too many requests. Wait a moment.');
  await act(() => time.advance(5_000));
  expect(line).toBeEmptyDOMElement();
});

test('a held Enter counts once in the frame too', async () => {
  await setUp();
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  screen.getByRole('button').focus();
  await userEvent.keyboard('{Enter>3/}');
  expect(open).toHaveBeenCalledOnce();
});
