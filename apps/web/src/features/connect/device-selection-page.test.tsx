import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const browserFetch = globalThis.fetch;
afterEach(() => vi.stubGlobal('fetch', browserFetch));

/** The page on which a virtual device is being made; the test sends the answer. */
async function whileMaking() {
  let resolve: (answer: object) => void = () => undefined;
  const answered = new Promise<object>((settle) => {
    resolve = settle;
  });
  // Read at once, before the next page is loaded.
  const made = { ok: true, text: async () => JSON.stringify({ connectionKey: 'Virtual01' }) };
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('virtual-devices') ? answered : Promise.resolve(Response.json({}, { status: 404 })),
  );
  const app = await renderApp({ path: '/device-selection?redirect=/beatbox' });
  await userEvent.click(await screen.findByRole('button', { name: 'Try it with a virtual device' }));
  return { app, answer: () => act(async () => resolve(made)) };
}

test('a virtual device that is made after another key was entered changes nothing', async () => {
  const { app, answer } = await whileMaking();
  await userEvent.type(screen.getByRole('textbox'), 'DemoHandy1');
  // At once: the next page is still being loaded then.
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(screen.getByRole('textbox')).toBeVisible();
  await answer();
  await screen.findByRole('heading', { level: 1, name: 'Beat box' });
  expect(app.settings.state.getState().connectionKey).toBe('DemoHandy1');
  expect(app.address()).toBe('/beatbox');
  app.close();
});

test('a virtual device that is made before the person goes on is the one in use', async () => {
  const { app, answer } = await whileMaking();
  await answer();
  await waitFor(() => expect(app.settings.state.getState().connectionKey).toBe('Virtual01'));
  app.close();
});
