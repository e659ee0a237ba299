import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

const film = (name: string) => new File(['moving pictures'], name, { type: 'video/webm' });

/** The player with two films and their scripts, chosen at once. */
async function openTwo() {
  const player = await openPlayer();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  await player.choose(film('ride.webm'), film('walk.webm'), scriptFile('walk.csv', 4), scriptFile('ride.csv', 4));
  await screen.findByText('ride.csv');
  return player;
}

const button = (name: string) => screen.getByRole('button', { name });
const video = () => document.querySelector('video') ?? document.body;

test('the buttons beside play step through several open films, each with its own script', async () => {
  await openTwo();
  expect(button('Previous entry')).toBeDisabled();
  await userEvent.click(button('Next entry'));
  await screen.findByText('walk.csv');
  expect(screen.queryByText('ride.csv')).toBeNull();
  expect(button('Next entry')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button('Previous entry'));
  await screen.findByText('ride.csv');
});

test('the panel of what comes next lists the open films and which of them is shown; a tap shows another', async () => {
  await openTwo();
  await userEvent.click(screen.getByRole('tab', { name: 'Next' }));
  const panel = within(screen.getByRole('region', { name: 'Open films' }));
  expect(panel.getByText('Film 1 of 2')).toBeVisible();
  expect(panel.getByRole('button', { name: '1 ride' })).toHaveAttribute('aria-current', 'true');
  await userEvent.click(panel.getByRole('button', { name: '2 walk' }));
  expect(await panel.findByText('Film 2 of 2')).toBeVisible();
});

test('at the end of one open film the next one is shown', async () => {
  await openTwo();
  await act(async () => void fireEvent.ended(video()));
  await screen.findByText('walk.csv');
});
