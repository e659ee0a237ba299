import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import texts from '../i18n/locales/en-US.json';
import { newSavedDevice } from '../settings/saved-device.ts';
import { SETTINGS_STORAGE_KEY } from '../settings/settings-key.ts';
import { renderApp } from '../testing/render-app.tsx';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';
import { movesFollowers, ROUTES } from './routes/routes.ts';

/** A follower that is weaker than the device in use, and later in scripts. */
const EARLIER = { connectionKey: 'Second01', nickname: 'Lamp', follows: true, offsetMs: -40, scalePercent: 80 };

test('the page of linked devices names every page on which followers move, and changes only the setting that a person changes', async () => {
  const app = await renderApp({
    path: '/link',
    settings: {
      connectionKey: 'First01',
      multicastActive: true,
      deviceSelectionComplete: true,
      linkedDevices: [newSavedDevice('First01'), EARLIER],
    },
  });
  const several = await screen.findByRole('switch', { name: 'Move several devices together' });
  const followed = [...new Set(ROUTES.filter(movesFollowers).map(({ page }) => texts[page.name]))];
  expect(followed).toEqual(['Local player', 'Manual', 'Vibration', 'Beat box', 'Random', 'Direct', 'Remote']);
  for (const name of followed) expect(several).toHaveAccessibleDescription(expect.stringContaining(name));

  const card = screen.getByRole('article', { name: 'Lamp' });
  expect(card).toHaveTextContent('80 %');
  expect(card).toHaveTextContent('-40 ms');
  await userEvent.click(within(card).getByRole('button', { name: 'More ahead' }));
  await waitFor(() => expect(card).toHaveTextContent('-30 ms'));
  await userEvent.click(screen.getByRole('button', { name: 'Less strength' }));
  await waitFor(() => expect(card).toHaveTextContent('75 %'));
  const stored = JSON.parse(app.storage.getItem(SETTINGS_STORAGE_KEY) ?? '{}');
  expect(stored.linkedDevices[1]).toEqual({ ...EARLIER, offsetMs: -30, scalePercent: 75 });
  app.close();
});

test('the dock counts the devices that follow on the pages where they move, and not on others', async () => {
  const { app } = await renderLinkedApp('/hamp', {
    multicastActive: true,
    linkedDevices: [newSavedDevice('DemoHandy1'), { ...newSavedDevice('Second01'), follows: true }],
  });
  const dock = within(await screen.findByRole('region', { name: 'Device' }));
  await waitFor(() => expect(dock.getByText('The Handy + 1')).toBeVisible());
  await act(() => app.router.navigate({ to: '/sync' }));
  expect(await dock.findByText('The Handy', { exact: true })).toBeVisible();
  expect(dock.queryByText('The Handy + 1')).toBeNull();
});
