import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPlayer } from './testing/open-player.tsx';

const video = (name: string) => new File(['pictures'], name, { type: 'video/mp4' });
const subtitles = (name: string) => new File(['WEBVTT'], name, { type: 'text/vtt' });

test('subtitles without a video are reported to wait for one, and are shown with it', async () => {
  const { choose } = await openPlayer();
  await choose(subtitles('ride.vtt'));
  const main = within(screen.getByRole('main'));
  expect(main.getByText('Subtitles wait for their video: ride.vtt')).toBeVisible();
  expect(main.getByRole('button', { name: 'Close all' })).toBeVisible();
  await choose(video('ride.mp4'));
  expect(main.queryByText(/wait for their video/)).toBeNull();
  await waitFor(() => expect(document.querySelector('track')).not.toBeNull());
});

test('subtitles that the open video does not show are named', async () => {
  const { choose } = await openPlayer();
  await choose(video('ride.mp4'), subtitles('ride.vtt'), subtitles('ride (other).vtt'));
  expect(screen.getByText('Not shown: ride (other).vtt')).toBeVisible();
});
