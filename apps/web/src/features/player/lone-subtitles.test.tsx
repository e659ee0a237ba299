import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

test('of several files of subtitles the shown one and the others are named, and another can be chosen', async () => {
  const { choose } = await openPlayer();
  await choose(video('ride.mp4'), subtitles('ride.vtt'), subtitles('ride (other).vtt'));
  expect(await screen.findByText('ride.vtt is shown as subtitles. Not shown: ride (other).vtt')).toBeVisible();
  expect(screen.getByText('Choose another in “Feel”, under “Subtitles”.')).toBeVisible();
  const address = () => document.querySelector('track')?.src;
  await waitFor(() => expect(address()).toBeDefined());
  const file = () => screen.getByRole('combobox', { name: 'File' });
  expect(file()).toHaveTextContent('ride.vtt');
  await userEvent.click(file());
  await userEvent.click(screen.getByRole('option', { name: 'ride (other).vtt' }));
  expect(file()).toHaveTextContent('ride (other).vtt');
});

test('a file of subtitles that is too large is reported by its name, and not shown', async () => {
  const { choose } = await openPlayer();
  const large = Object.defineProperty(subtitles('ride.vtt'), 'size', { value: 8 * 1024 * 1024 + 1 });
  await choose(video('ride.mp4'), large);
  expect(await screen.findByText('This file could not be read')).toBeVisible();
  expect(screen.getByText(/^ride\.vtt · /)).toBeVisible();
  expect(document.querySelector('track')).toBeNull();
});

test('a file of subtitles that cannot be read is reported by its name', async () => {
  const { choose } = await openPlayer();
  const gone = () => Promise.reject(new DOMException('It is gone', 'NotReadableError'));
  const unreadable = Object.assign(subtitles('ride.vtt'), { text: gone, arrayBuffer: gone });
  await choose(video('ride.mp4'), unreadable);
  expect(await screen.findByText('This file could not be read')).toBeVisible();
  expect(screen.getByText(/^ride\.vtt · /)).toBeVisible();
  expect(document.querySelector('track')).toBeNull();
});
