import { createFakeTime } from '@tactus/time/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { createNotifications } from '../../../ui/notifications.ts';
import { NotificationsProvider } from '../../../ui/notifications-context.tsx';
import { playerTexts } from '../testing/player-texts.ts';
import { PairQuestions } from './pair-questions.tsx';
import { fileOf, openLibraryOf } from './testing/open-library-of.ts';

test('the chosen pairs stay chosen when the same files are added again', async () => {
  const { store, read } = await openLibraryOf();
  const add = async () => {
    const adding = store.add(['Summer Ride at the Lake.mp4', 'Summer Ride.funscript'].map(fileOf));
    await read();
    await adding;
  };
  await add();
  const language = await playerTexts();
  render(
    <LanguageProvider store={language}>
      <NotificationsProvider notifications={createNotifications(createFakeTime())}>
        <PairQuestions store={store} />
      </NotificationsProvider>
    </LanguageProvider>,
  );
  expect(screen.getByRole('checkbox')).toBeChecked();
  await act(add);
  expect(screen.getByRole('checkbox')).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox'));
  expect(screen.getByRole('button', { name: /^Put/ })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Put 1 pair together' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});
