import { render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FilmImage } from './film-image.tsx';
import { FilmPicturesContext } from './film-pictures.ts';
import { decodeEntry, type LibraryEntry } from './library-record.ts';

/** An entry with a film of this length. */
function entryOf(durationMs: number): LibraryEntry {
  const medium = { name: 'film.mp4', type: 'video/mp4', size: 9 };
  const entry = decodeEntry({
    version: 1,
    id: 'one',
    title: 'Film',
    addedAtMs: 1,
    durationMs,
    tags: [],
    medium,
    scripts: [],
  });
  if (!entry) throw new Error('The record is not one of an entry');
  return entry;
}

test('the picture stays while its entry gets another length, and its address is given back with the row', async () => {
  const addresses: string[] = [];
  const revoked: string[] = [];
  Object.assign(URL, {
    createObjectURL: () => `blob:${addresses.push('') - 1}`,
    revokeObjectURL: (address: string) => revoked.push(address),
  });
  onTestFinished(() => {
    Reflect.deleteProperty(URL, 'createObjectURL');
    Reflect.deleteProperty(URL, 'revokeObjectURL');
  });
  const of = vi.fn(async () => new Blob(['x']));
  const row = (entry: LibraryEntry) => (
    <FilmPicturesContext value={{ of }}>
      <FilmImage entry={entry} />
    </FilmPicturesContext>
  );
  const { rerender, unmount } = render(row(entryOf(0)));
  const shown = () => screen.getByRole('presentation').getAttribute('src') ?? '';
  await waitFor(() => expect(shown()).toBe('blob:0'));
  rerender(row(entryOf(60_000)));
  expect(revoked).not.toContain(shown());
  await waitFor(() => expect(shown()).toBe('blob:1'));
  await waitFor(() => expect(revoked).toEqual(['blob:0']));
  unmount();
  expect(revoked).toEqual(['blob:0', 'blob:1']);
});
