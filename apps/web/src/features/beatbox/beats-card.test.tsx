import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { readBeat } from '../../settings/beatbox-settings.ts';
import { BeatsCard } from './beats-card.tsx';
import { BeatPlaylistCard } from './playlist-card.tsx';
import { renderWithEditor, unreadable } from './testing/render-with-editor.tsx';

const beats = ['One', 'Two'].map((name) => readBeat({ version: 1, name, uuid: name }));
const playlist = beats.map(({ uuid }) => ({ uuid, repeats: 1 }));
const IDLE = { player: undefined, play: () => undefined, what: undefined, phase: 'idle', error: undefined } as const;

const atTheBeats = () => renderWithEditor({ beats }, (editor) => <BeatsCard editor={editor} />);
const atThePlaylist = () =>
  renderWithEditor({ beats, playlist }, (editor) => <BeatPlaylistCard editor={editor} playing={IDLE} ready={true} />);

/** Presses a button by keyboard, from the present focus on. */
async function press(name: string): Promise<void> {
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
}

const rowOf = (name: string) => screen.getByText(name).closest('li');

describe('the focus stays near the pressed button', () => {
  test('moves from a removed beat to the next one, and from the last one to the page', async () => {
    await atTheBeats();
    await press('Delete One');
    await waitFor(() => expect(rowOf('Two')).toHaveFocus());
    await press('Delete Two');
    await waitFor(() => expect(screen.getByText(/^No beats saved yet/)).toBeVisible());
    expect(document.body).not.toHaveFocus();
  });

  test('is not moved by restoring a removed beat', async () => {
    const { box } = await atTheBeats();
    await press('Delete One');
    await press('Undo');
    expect(box().beats.map(({ name }) => name)).toEqual(['One', 'Two']);
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  test.each([
    ['Enter', () => userEvent.keyboard('{Enter}')],
    ['Done', () => press('Done')],
  ])('returns to the button after a renaming by %s', async (_way, finish) => {
    const { box } = await atTheBeats();
    await press('Rename One');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Name of the beat' }));
    await userEvent.keyboard('First');
    await finish();
    expect(box().beats.map(({ name }) => name)).toEqual(['First', 'Two']);
    expect(screen.getByRole('button', { name: 'Rename First' })).toHaveFocus();
  });

  test('moves from an entry removed from the playlist to the next one', async () => {
    await atThePlaylist();
    await press('Take One off the playlist');
    await waitFor(() => expect(rowOf('Two')).toHaveFocus());
  });
});

test('an unreadable file is reported, and the grid stays', async () => {
  const { box } = await atTheBeats();
  const before = box();
  await userEvent.upload(
    screen.getByLabelText('Import', { selector: 'input' }),
    unreadable(new File([], 'a.csv'), 'NotReadableError'),
  );
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('This file could not be read');
  expect(alert).toHaveTextContent('What was on the grid is still there.');
  expect(box()).toBe(before);
});
