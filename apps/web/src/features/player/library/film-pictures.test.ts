import { expect, test, vi } from 'vitest';
import { reopening } from '../../../settings/reopening.ts';
import { createFilmPictures, type PictureTable } from './film-pictures.ts';
import type { LibraryEntry } from './library-record.ts';

const entryOf = (id: string, name: string): LibraryEntry => ({
  ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, scripts: [], thumbnail: '' },
  medium: { name, type: '', size: 5 },
});
const always = () => true;

function tableInMemory(): PictureTable {
  const stored = new Map<string, Awaited<ReturnType<PictureTable['get']>>>();
  return {
    get: async (id) => stored.get(id),
    put: async (id, picture) => void stored.set(id, picture),
    keepOnly: async () => undefined,
    close: () => undefined,
  };
}

function setUp(isShown = true, table = reopening(async () => tableInMemory())) {
  const picture = new Blob(['picture']);
  const take = vi.fn(async () => (isShown ? { picture, durationMs: 60_000 } : undefined));
  const fileOf = vi.fn(async (): Promise<File | undefined> => new File([], 'film'));
  const onLength = vi.fn();
  const pictures = createFilmPictures({ table, fileOf, take, onLength });
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

test('a film has its picture taken again once the browser has closed and cleared the database', async () => {
  let close: () => void = () => undefined;
  const open = vi.fn(async (onClosed: () => void): Promise<PictureTable> => {
    let isClosed = false;
    close = () => {
      isClosed = true;
      onClosed();
    };
    const table = tableInMemory();
    const get = (id: string) => (isClosed ? Promise.reject(new Error('closed')) : table.get(id));
    return { ...table, get };
  });
  const { pictures, picture, take } = setUp(true, reopening(open));
  const film = entryOf('a', 'ride.mp4');
  await pictures.of(film, always);
  close();
  expect(await pictures.of(film, always)).toBe(picture);
  expect(await pictures.of(film, always)).toBe(picture);
  expect([open.mock.calls.length, take.mock.calls.length]).toEqual([2, 2]);
});
