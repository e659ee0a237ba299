import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

const video = (name: string) => new File(['pictures'], name, { type: 'video/mp4' });
const lengthNote = () => screen.queryByText(/^The script ends at/);
const scriptIsOpen = () => screen.findByRole('heading', { name: 'Before you play' }, { timeout: 5_000 });

describe('a script and a film of different length', () => {
  test('are reported, with both lengths', async () => {
    const { choose, lasts } = await openPlayer();
    await choose(video('ride.mp4'), scriptFile('ride.csv', 90));
    await scriptIsOpen();
    lasts(20);
    expect(lengthNote()).toHaveTextContent('The script ends at 1:30, the video at 0:20');
    lasts(600);
    expect(lengthNote()).toHaveTextContent('The script ends at 1:30, the video at 10:00');
  });

  test('are not reported where only the credits have no script, and while the length of the film is unknown', async () => {
    const { choose, lasts } = await openPlayer();
    await choose(video('ride.mp4'), scriptFile('ride.csv', 90));
    await scriptIsOpen();
    expect(lengthNote()).toBeNull();
    lasts(94);
    expect(lengthNote()).toBeNull();
    lasts(89);
    expect(lengthNote()).toBeNull();
    lasts(Number.POSITIVE_INFINITY);
    expect(lengthNote()).toBeNull();
  });
});

test('a place where a script was left is not offered for a film that ends before it', async () => {
  const { choose, lasts, playsTo } = await openPlayer();
  await choose(video('ride.mp4'), scriptFile('ride.csv', 90));
  await scriptIsOpen();
  lasts(95);
  playsTo(59);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the library' }));
  await choose(video('short.mp4'), scriptFile('short.csv', 90));
  await scriptIsOpen();
  lasts(20);
  await waitFor(() => expect(lengthNote()).toBeVisible());
  expect(screen.queryByText(/0:59/)).toBeNull();
  lasts(80);
  expect(await screen.findByText(/From 0:59/)).toBeVisible();
});
