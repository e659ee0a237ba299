import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPlayer } from './testing/open-player.tsx';

const firstMove = () => screen.queryByText(/^The first movement is long/);
const title = () => screen.queryByRole('heading', { name: 'Before you play' });

test('a long first movement from where a seek has led is said beside play until it plays, and not after a pause', async () => {
  const { choose, playsTo } = await openPlayer();
  const script = new File(['0,60\n29000,60\n30000,100\n60000,0\n'], 'ride.csv');
  await choose(new File(['pictures'], 'ride.mp4', { type: 'video/mp4' }), script);
  await screen.findByRole('heading', { name: 'Before you play' }, { timeout: 5_000 });
  expect(firstMove()).toBeNull();
  act(() => playsTo(30));
  expect(firstMove()).toBeNull();
  const video = document.querySelector('video') ?? document.body;
  Object.assign(video, { currentTime: 32 });
  act(() => void fireEvent.seeked(video));
  expect(within(screen.getByRole('region', { name: 'Player' })).getByText(/^The first/)).toHaveTextContent(
    'The first movement is long: 50 % of the stroke.',
  );

  Object.defineProperty(video, 'paused', { value: false });
  act(() => void fireEvent.play(video));
  expect([firstMove(), title()]).toEqual([null, null]);
});
