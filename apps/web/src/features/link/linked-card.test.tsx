import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { newSavedDevice } from '../../settings/saved-device.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('a device removed on the page of linked devices leaves no data in the browser', async () => {
  localStorage.setItem('tactus.device.First01', '{}');
  localStorage.setItem('tactus.device.Second01', '{}');
  const app = await renderApp({
    path: '/link',
    settings: {
      ...{ deviceSelectionComplete: true, connectionKey: 'First01' },
      linkedDevices: [newSavedDevice('First01'), newSavedDevice('Second01', 'Lamp')],
    },
  });
  const card = await screen.findByRole('article', { name: 'Lamp' });
  await userEvent.click(within(card).getByRole('button', { name: 'Forget' }));
  await userEvent.click(within(card).getByRole('button', { name: 'Forget it' }));
  await waitFor(() => expect(card).not.toBeInTheDocument());
  expect(Object.keys(localStorage).filter((name) => name.startsWith('tactus.device.'))).toEqual([
    'tactus.device.First01',
  ]);
  app.close();
});

test('a device taken into use is announced, and its name receives the focus of its button', async () => {
  const app = await renderApp({
    path: '/link',
    settings: {
      ...{ deviceSelectionComplete: true, connectionKey: 'First01' },
      linkedDevices: [newSavedDevice('First01'), newSavedDevice('Second01', 'Lamp')],
    },
  });
  const card = within(await screen.findByRole('article', { name: 'Lamp' }));
  // Screen readers announce only live regions that exist before their text.
  const places = card.getAllByRole('status');
  card.getByRole('button', { name: 'Use it' }).focus();
  await userEvent.keyboard('{Enter}');
  const notice = await card.findByText('In use');
  expect(places).toContain(notice);
  expect(card.getByRole('heading', { name: 'Lamp' })).toHaveFocus();
  app.close();
});

test('a device in use that never connected is stored under a new name, but not without a name', async () => {
  const app = await renderApp({
    path: '/link',
    settings: { deviceSelectionComplete: true, connectionKey: 'Never01', linkedDevices: [newSavedDevice('First01')] },
  });
  const linked = () => app.settings.state.getState().linkedDevices;
  const card = within((await screen.findByText('In use')).closest('article')!);
  await userEvent.click(card.getByRole('button', { name: 'Rename' }));
  await userEvent.click(card.getByRole('button', { name: 'Save' }));
  expect(linked()).toMatchObject([{ connectionKey: 'First01' }]);
  await userEvent.click(card.getByRole('button', { name: 'Rename' }));
  await userEvent.type(card.getByRole('textbox', { name: 'Name' }), ' Lamp ');
  await userEvent.click(card.getByRole('button', { name: 'Save' }));
  expect(linked()).toMatchObject([{ connectionKey: 'First01' }, { connectionKey: 'Never01', nickname: 'Lamp' }]);
  expect(card.getByRole('heading', { name: 'Lamp' })).toBeVisible();
  app.close();
});
