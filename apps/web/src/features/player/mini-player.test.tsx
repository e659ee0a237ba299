import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPlayer } from './testing/open-player.tsx';

test('a film that fails on another page says so on its card, which offers no play then', async () => {
  const { app, choose } = await openPlayer();
  await choose(new File(['pictures'], 'ride.mp4', { type: 'video/mp4' }));
  await act(() => app.router.navigate({ to: '/' }));
  const card = within(await screen.findByRole('region', { name: 'Player' }));
  expect(card.queryByRole('alert')).toBeNull();
  expect(card.getByRole('button', { name: 'Play' })).toBeVisible();
  act(() => void fireEvent.error(document.querySelector('video') ?? document.body));
  expect(card.getByRole('alert')).toHaveTextContent('This cannot be played');
  expect(card.queryByRole('button', { name: 'Play' })).toBeNull();
});
