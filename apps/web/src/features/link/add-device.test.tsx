import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
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

/** The page while the cloud is asked whether it knows the key that was submitted. */
async function submitKey(key: string) {
  const pending: ((answer: object) => void)[] = [];
  const app = await renderApp({
    path: '/link',
    settings: { deviceSelectionComplete: true, connectionKey: 'First01', linkedDevices: [newSavedDevice('First01')] },
    answer: (call) => (call === 'GET /connected' ? new Promise((resolve) => pending.push(resolve)) : undefined),
  });
  onTestFinished(app.close);
  const field = await screen.findByRole('textbox', { name: 'Connection key' });
  await userEvent.type(field, key);
  await userEvent.click(screen.getByRole('button', { name: 'Link it' }));
  const confirm = async () => {
    await act(async () => pending.map((answer) => answer({ result: { connected: true, known: true } })));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Link it' })).not.toHaveAttribute('aria-busy'));
  };
  const keys = () => app.settings.state.getState().linkedDevices.map((one) => one.connectionKey);
  return { settings: app.settings, field, confirm, keys };
}

test('a key that another tab links while it is checked is linked once, and the person is told', async () => {
  const { settings, confirm, keys } = await submitKey('NewOne01');
  const { linkedDevices } = settings.state.getState();
  act(() => settings.update({ linkedDevices: [...linkedDevices, newSavedDevice('NewOne01', 'Lamp')] }));
  await confirm();
  expect(keys()).toEqual(['First01', 'NewOne01']);
  expect(screen.getByRole('textbox', { name: 'Connection key' })).toHaveAccessibleDescription(/already/);
});

test('the next key, typed while the last one is checked, stays in its field', async () => {
  const { field, confirm, keys } = await submitKey('NewOne01');
  await userEvent.clear(field);
  await userEvent.type(field, 'NextOne1');
  await confirm();
  expect(keys()).toEqual(['First01', 'NewOne01']);
  expect(field).toHaveValue('NextOne1');
});
