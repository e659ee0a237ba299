import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the home page shows one tip of the list at the site root', async () => {
  const tips = ['Breathe.', 'Rest.', 'Drink.'];
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(String(address) === '/handy_tips.json' ? Response.json(tips) : Response.json([], { status: 404 })),
  );
  const app = await renderApp({ path: '/', settings: { deviceSelectionComplete: true } });
  const card = await screen.findByRole('complementary', { name: 'Tip' });
  expect(tips.filter((tip) => within(card).queryByText(tip) !== null)).toHaveLength(1);
  app.close();
});
