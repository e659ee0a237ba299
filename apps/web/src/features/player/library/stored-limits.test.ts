import { describe, expect, test } from 'vitest';
import { decodeEntry, decodePlaylist } from './library-record.ts';
import { entryOf, fileOf, openLibraryOf } from './testing/open-library-of.ts';

const LONG = 'x'.repeat(2_100);
const address = (length: number, name = 'ride') => {
  const url = `https://there.test/${name}?signature=`;
  return { name, type: '', url: url + 'x'.repeat(length - url.length) };
};

describe('what is open by an address', () => {
  const open = (medium: ReturnType<typeof address> | undefined, ...scripts: ReturnType<typeof address>[]) => ({
    ...{ medium, scripts, subtitles: undefined, otherAxes: [], chosenScript: undefined, script: undefined },
    ...{ sources: [...(medium ? [medium] : []), ...scripts], played: medium ?? scripts[0], durationMs: 0 },
  });

  test.each([
    ['film', address(2_100, 'ride.mp4'), address(300, 'ride.csv')],
    ['script', address(300, 'ride.mp4'), address(2_100, 'ride.csv')],
  ])('is the same entry in another tab, with a long address of the %s', async (_, film, script) => {
    const { store, openTab } = await openLibraryOf();
    expect(await store.saveOpen(open(film, script))).toEqual({
      entries: 1,
      unreadable: [],
      unplaced: [],
      otherAxes: [],
    });
    const here = store.state.getState().entries.map(({ entry }) => entry);
    expect(here).toMatchObject([{ medium: { url: film.url }, scripts: [{ url: script.url }] }]);
    const there = await openTab();
    expect(there.state.getState().entries.map(({ entry }) => entry)).toEqual(here);
  });

  test('is named where the address is too long to be stored', async () => {
    const { store, openTab } = await openLibraryOf();
    const scripts = [address(300, 'ride.csv'), address(40_000, 'soft.csv')];
    expect(await store.saveOpen(open(address(300, 'ride.mp4'), ...scripts))).toMatchObject({
      unreadable: ['soft.csv'],
    });
    const [listed] = (await openTab()).state.getState().entries;
    expect(listed?.entry.scripts).toMatchObject([{ name: 'ride.csv' }]);
  });

  test('is named where nothing of it can be stored', async () => {
    const { store, openTab } = await openLibraryOf();
    const added = await store.saveOpen({ ...open(address(40_000, 'ride.mp4')), otherAxes: ['roll'] });
    expect(added).toEqual({ entries: 0, unreadable: ['ride.mp4'], unplaced: [], otherAxes: [] });
    expect((await openTab()).state.getState()).toMatchObject({ entries: [], damaged: 0 });
  });
});

test('a very long title or tag is stored as far as it is read again', async () => {
  const { store, openTab } = await openLibraryOf(entryOf('ride'));
  await store.change('ride', { title: LONG, tags: ['slow', LONG] });
  const here = store.state.getState().entries.map(({ entry }) => entry);
  expect(here.map(({ title, tags }) => [title.length, tags[0]])).toEqual([[2_000, 'slow']]);
  expect((await openTab()).state.getState().entries.map(({ entry }) => entry)).toEqual(here);
});

test('files with very long names are stored with the endings of their names, and belong to the same entry again', async () => {
  const { store, openTab, read } = await openLibraryOf();
  const adding = store.add([`${LONG}.mp4`, `${LONG}.csv`].map(fileOf));
  await read();
  await adding;
  const [listed] = store.state.getState().entries;
  const names = [listed?.entry.medium, ...(listed?.entry.scripts ?? [])].map((part) => part?.name ?? '');
  expect(names.map((name) => name.slice(-5))).toEqual(['x.mp4', 'x.csv']);
  for (const name of names) expect(name.length).toBeLessThanOrEqual(2_000);
  const there = await openTab();
  expect(there.state.getState().entries.map(({ entry }) => entry)).toEqual([listed?.entry]);
  await there.add([fileOf(`${LONG}.mp4`)]);
  await there.add([fileOf(`${LONG}.srt`)]);
  const again = there.add([{ file: new File(['another'], `${LONG}.soft.funscript`), handle: undefined }]);
  await read();
  await again;
  const now = there.state.getState().entries;
  expect(now.map(({ entry }) => [entry.scripts.length, entry.subtitles?.name.slice(-5)])).toEqual([[2, 'x.srt']]);
});

test('a playlist with a very long name is read again', async () => {
  const { store, openTab } = await openLibraryOf();
  const { id } = await store.newPlaylist(LONG);
  await store.changePlaylist(id, (newest) => ({ ...newest, shuffle: true }));
  const here = store.state.getState().playlists;
  expect(here).toMatchObject([{ id, shuffle: true }]);
  expect((await openTab()).state.getState().playlists).toEqual(here);
});

test('one invalid part of a stored list leaves the others, and a record that would lose a script is unreadable', () => {
  expect(decodeEntry({ ...entryOf('ride'), tags: ['slow', 5, 'new'] })?.tags).toEqual(['slow', 'new']);
  const playlist = { version: 1, id: 'list', name: 'Evening', entryIds: ['a', '', 'b'], repeat: 'off', shuffle: false };
  expect(decodePlaylist(playlist)?.entryIds).toEqual(['a', 'b']);
  const script = { name: 'ride.csv', type: '', hash: 'one' };
  expect(decodeEntry({ ...entryOf('ride'), scripts: [script, { name: 5 }] })).toBeUndefined();
  expect(decodeEntry({ ...entryOf('ride'), scripts: undefined })?.scripts).toEqual([]);
});
