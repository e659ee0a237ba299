import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { newSavedDevice } from '../../settings/saved-device.ts';
import { renderApp } from '../../testing/render-app.tsx';

/** The page with two linked devices, of which the second follows or not. */
const openPage = (follows: boolean) =>
  renderApp({
    path: '/link',
    settings: {
      ...{ deviceSelectionComplete: true, connectionKey: 'First01', multicastActive: true },
      linkedDevices: [newSavedDevice('First01'), { ...newSavedDevice('Second01', 'Lamp'), follows }],
    },
  });

test('how several devices make strokes is chosen by keyboard, and stored', async () => {
  const app = await openPage(true);
  const chosen = () => app.settings.state.getState().sameMotion;
  expect(await screen.findByRole('radio', { name: 'Same settings' })).toBeChecked();
  expect(chosen()).toBe(false);
  screen.getByRole('radio', { name: 'Same settings' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Same motion' })).toBeChecked();
  expect(chosen()).toBe(true);
  app.close();
});

test('where no device follows there is nothing to choose', async () => {
  const app = await openPage(false);
  await screen.findByRole('switch', { name: /Move several devices together/ });
  expect(screen.queryByRole('radio', { name: 'Same motion' })).not.toBeInTheDocument();
  app.close();
});
