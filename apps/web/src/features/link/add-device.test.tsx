import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { newSavedDevice } from '../../settings/saved-device.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('a key that the cloud did not know is checked again, and added once its device is connected', async () => {
  let known = false;
  const app = await renderApp({
    path: '/link',
    settings: {
      ...{ deviceSelectionComplete: true, connectionKey: 'First01' },
      linkedDevices: [newSavedDevice('First01')],
    },
    answer: (call) => (call === 'GET /connected' ? { result: { connected: known, known } } : undefined),
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Connection key' }), 'NewOne01');
  const add = screen.getByRole('button', { name: 'Link it' });
  await userEvent.click(add);
  await screen.findByText('This cloud knows no device with this key');
  known = true;
  await userEvent.click(add);
  await waitFor(() =>
    expect(app.settings.state.getState().linkedDevices).toMatchObject([
      { connectionKey: 'First01' },
      { connectionKey: 'NewOne01' },
    ]),
  );
  await waitFor(() => expect(screen.queryByText('This cloud knows no device with this key')).toBeNull());
  app.close();
});
