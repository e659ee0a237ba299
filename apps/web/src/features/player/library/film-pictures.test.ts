import { expect, test, vi } from 'vitest';
import { createFilmPictures, type PictureTable } from './film-pictures.ts';
import type { LibraryEntry } from './library-record.ts';

const entryOf = (id: string, name: string): LibraryEntry => ({
  ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, scripts: [], thumbnail: '' },
  medium: { name, type: '', size: 5 },
});
const always = () => true;

function setUp(isShown = true) {
  const stored = new Map<string, Awaited<ReturnType<PictureTable['get']>>>();
  const table: PictureTable = {
    get: async (id) => stored.get(id),
    put: async (id, picture) => void stored.set(id, picture),
    keepOnly: async () => undefined,
    close: () => undefined,
  };
  const picture = new Blob(['picture']);
  const take = vi.fn(async () => (isShown ? { picture, durationMs: 60_000 } : undefined));
  const fileOf = vi.fn(async (): Promise<File | undefined> => new File([], 'film'));
  const onLength = vi.fn();
  const pictures = createFilmPictures({ table: Promise.resolve(table), fileOf, take, onLength });
  return { pictures, picture, take, fileOf, onLength };
}

test('a film has its picture taken once, and tells its length', async () => {
  const { pictures, picture, take, onLength } = setUp();
  const film = entryOf('a', 'ride.mp4');
  expect(await Promise.all([pictures.of(film, always), pictures.of(film, always)])).toEqual([picture, picture]);
  expect(take).toHaveBeenCalledOnce();
  expect(onLength).toHaveBeenCalledExactlyOnceWith('a', 60_000);
  await pictures.of(entryOf('a', 'another.mp4'), always);
  expect(take).toHaveBeenCalledTimes(2);
});

test('a film that the browser cannot show is tried once, and a missing file again', async () => {
  const { pictures, take, fileOf } = setUp(false);
  fileOf.mockResolvedValueOnce(undefined);
  const film = entryOf('a', 'ride.mkv');
  for (let turn = 0; turn < 3; turn += 1) expect(await pictures.of(film, always)).toBeUndefined();
  expect([fileOf.mock.calls.length, take.mock.calls.length]).toEqual([2, 1]);
});

test('sounds, addresses, scripts alone and rows out of view have no picture taken', async () => {
  const { pictures, fileOf } = setUp();
  const film = entryOf('a', 'ride.mp4');
  await pictures.of(entryOf('b', 'song.mp3'), always);
  await pictures.of(
    { ...film, medium: { name: 'ride.mp4', type: '', size: 0, url: 'https://a.test/ride.mp4' } },
    always,
  );
  await pictures.of({ ...film, medium: undefined }, always);
  await pictures.of(film, () => false);
  expect(fileOf).not.toHaveBeenCalled();
});
