import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

test('the tap on the home card is not stored in the history: coming back to the page starts no update', async () => {
  const app = await renderApp({ path: '/', settings: { deviceSelectionComplete: true, connectionKey: 'DemoHandy1' } });
  await screen.findByRole('heading', { level: 1 });
  act(() => app.history.push('/ota', { startUpdate: true }));
  await screen.findByRole('heading', { level: 1, name: 'Firmware update' });
  await waitFor(() => expect(app.history.location.state).not.toHaveProperty('startUpdate'));
  expect(app.address()).toBe('/ota');
  app.close();
});
