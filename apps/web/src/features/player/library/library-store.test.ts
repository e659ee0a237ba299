import { describe, expect, test } from 'vitest';
import type { LibraryEntry } from './library-record.ts';
import { addToPlaylist, applyOrderOfShownEntries, MAX_PLAYLIST_ENTRIES } from './playlist-change.ts';
import { entryOf, fileOf, openLibraryOf } from './testing/open-library-of.ts';

test('a title that is saved while the files of an entry are read stays', async () => {
  const { store, reading, read, titles } = await openLibraryOf(entryOf('ride'));
  const giving = store.addTo(entryOf('ride'), [fileOf('a.funscript'), fileOf('b.funscript')]);
  await reading();
  await store.change('ride', { title: 'Long ride' });
  await read();
  await read();
  expect(await giving).toEqual({ entries: 2, unreadable: [], unplaced: [], otherAxes: [] });
  expect(await titles()).toEqual(['Long ride a.funscript b.funscript']);
});

test('an entry that is removed while its files are read stays removed', async () => {
  const { store, reading, read, titles } = await openLibraryOf(entryOf('ride'));
  const giving = store.addTo(entryOf('ride'), [fileOf('a.funscript')]);
  await reading();
  await store.remove(['ride']);
  await read();
  expect(await giving).toMatchObject({ entries: 0 });
  expect(await titles()).toEqual([]);
});

test('entries that are changed or removed while others are added stay so, with the files added to them', async () => {
  const { store, reading, read, titles } = await openLibraryOf(entryOf('ride'), entryOf('walk'));
  const adding = store.add(['ride.funscript', 'walk.funscript', 'zoo.funscript'].map(fileOf));
  await read();
  await read();
  await reading();
  await store.change('ride', { title: 'Long ride' });
  await store.remove(['walk']);
  await read();
  await adding;
  expect(await titles()).toEqual(['Long ride ride.funscript', 'zoo zoo.funscript']);
});

test('a file with a stored handle is played instead of one chosen before', async () => {
  const { store } = await openLibraryOf();
  const old = new File(['old'], 'ride.mp4', { type: 'video/mp4' });
  const playing = { medium: { name: 'ride.mp4', type: 'video/mp4', file: old }, scripts: [] };
  await store.saveOpen({
    ...playing,
    subtitles: undefined,
    otherAxes: [],
    sources: [playing.medium],
    chosenScript: undefined,
    script: undefined,
    played: undefined,
    durationMs: 0,
  });
  const [added] = store.state.getState().entries;
  if (!added) throw new Error('Nothing was stored');
  const file = new File(['newer'], 'ride.mp4', { type: 'video/mp4' });
  const handle = { getFile: async () => file } as unknown as FileSystemFileHandle; // No other part is used.
  await store.addTo(added.entry, [{ file, handle }]);
  const [found] = store.state.getState().entries;
  const sources = found && (await store.sourcesOf(found.entry, true));
  expect(await sources?.medium?.file?.text()).toBe('newer');
});

test('of several open films each is kept with its own script', async () => {
  const { store, read, titles } = await openLibraryOf();
  const source = (name: string) => ({ name, type: '', file: new File([name], name) });
  const sources = ['ride.mp4', 'walk.mp4', 'ride.csv', 'walk.csv'].map(source);
  const [, medium, ofRide, ofWalk] = sources;
  const scripts = [ofWalk, ofRide].filter((script) => script !== undefined);
  const files = { medium, scripts, subtitles: undefined, otherAxes: [], sources, chosenScript: ofWalk };
  const saving = store.saveOpen({ ...files, played: medium, script: undefined, durationMs: 0 });
  await read();
  await read();
  expect(await saving).toMatchObject({ entries: 2 });
  expect(await titles()).toEqual(['ride ride.csv', 'walk walk.csv']);
});

describe('an entry whose file has a stored handle', () => {
  const movie = (text: string) => new File([text], 'ride.mp4', { type: 'video/mp4' });

  async function withHandle() {
    const { store, openTab, tableOf } = await openLibraryOf(entryOf('ride'));
    const handle = { getFile: async () => movie('older') } as unknown as FileSystemFileHandle; // No other part is used.
    await store.addTo(entryOf('ride'), [{ file: movie('older'), handle }]);
    return {
      store,
      /** The medium that it opens in a visit. */
      async opens(tab = store) {
        const [ride] = tab.state.getState().entries;
        return ride && (await tab.sourcesOf(ride.entry, true)).medium;
      },
      openTab,
      handles: () => tableOf('handles').getAllKeys(),
    };
  }

  test('loses it for a file that is chosen without one', async () => {
    const { store, openTab, opens, handles } = await withHandle();
    await store.addTo(entryOf('ride'), [{ file: movie('another'), handle: undefined }]);
    expect(await (await opens())?.file?.text()).toBe('another');
    expect(await handles()).toEqual([]);
    expect(await opens(await openTab())).toBeUndefined();
  });

  test('still has it when the same file is chosen without one', async () => {
    const { store, openTab, opens, handles } = await withHandle();
    const medium = await opens();
    expect(await store.add([{ file: movie('older'), handle: undefined }])).toMatchObject({ entries: 1 });
    expect(await handles()).toEqual(['ride']);
    expect((await opens(await openTab()))?.name).toBe(medium?.name);
  });

  test('still has it when the sources opened by the library are added again', async () => {
    const { store, opens, handles } = await withHandle();
    const medium = await opens();
    const playing = {
      medium,
      scripts: [],
      subtitles: undefined,
      otherAxes: [],
      sources: [],
      chosenScript: undefined,
      script: undefined,
      played: medium,
      durationMs: 0,
    };
    expect(await store.saveOpen(playing)).toMatchObject({ entries: 1 });
    expect(await handles()).toEqual(['ride']);
  });
});

describe('replaced subtitles', () => {
  async function withSubtitles() {
    const { store, tableOf } = await openLibraryOf(entryOf('ride'), entryOf('walk'));
    return {
      add(id: string, text: string) {
        const files = [new File(['video'], 'a.mp4', { type: 'video/mp4' }), new File([text], 'a.srt')];
        return store.addTo(
          entryOf(id),
          files.map((file) => ({ file, handle: undefined })),
        );
      },
      texts: async () => (await tableOf('texts').getAll()).toSorted(),
    };
  }

  test('are deleted', async () => {
    const { add, texts } = await withSubtitles();
    await add('ride', 'older');
    await add('ride', 'newer');
    expect(await texts()).toEqual(['newer']);
  });

  test('stay where another entry uses them', async () => {
    const { add, texts } = await withSubtitles();
    await add('ride', 'older');
    await add('walk', 'older');
    await add('ride', 'newer');
    expect(await texts()).toEqual(['newer', 'older']);
  });
});

describe('the texts of a removed entry', () => {
  const text = (hash: string) => ({ name: `${hash}.csv`, type: '', hash });
  const ride: LibraryEntry = { ...entryOf('ride'), scripts: [text('own'), text('shared')], subtitles: text('said') };
  const walk: LibraryEntry = { ...entryOf('walk'), scripts: [text('shared')], subtitles: text('other') };
  async function withTexts() {
    const { store, tableOf } = await openLibraryOf(ride, walk);
    const texts = tableOf('texts');
    for (const hash of ['own', 'shared', 'said', 'other']) await texts.put(`text of ${hash}`, hash);
    return { store, tableOf, hashes: () => texts.getAllKeys() };
  }

  test('are deleted with it, except those of another entry', async () => {
    const { store, hashes } = await withTexts();
    await store.remove([ride.id]);
    expect(await hashes()).toEqual(['other', 'shared']);
    await store.remove([walk.id]);
    expect(await hashes()).toEqual([]);
  });

  test('stay for the last of very many entries', async () => {
    const { store, tableOf, hashes } = await withTexts();
    for (let index = 0; index < 250; index += 1) await tableOf('entries').put(entryOf(`a${index}`), `a${index}`);
    await store.remove([ride.id]);
    expect(await hashes()).toEqual(['other', 'shared']);
  });

  test('stay where an unreadable record may need them', async () => {
    const { store, tableOf, hashes } = await withTexts();
    await tableOf('entries').put({ version: 99, id: 'newer' }, 'newer');
    await store.remove([ride.id]);
    await store.reload();
    expect(store.state.getState().damaged).toBe(1);
    await store.remove([walk.id]);
    expect(await hashes()).toHaveLength(4);
  });
});

describe('a playlist open in two tabs', () => {
  async function inTwoTabs() {
    const { store, openTab, tableOf } = await openLibraryOf();
    const { id } = await store.newPlaylist('Evening');
    return { ...{ here: store, there: await openTab(), id }, stored: () => tableOf('playlists').getAll() };
  }

  test('has the entry added by one tab after the other has changed something else', async () => {
    const { here, there, id, stored } = await inTwoTabs();
    await addToPlaylist(there, id, ['a', 'b']);
    await here.changePlaylist(id, (newest) => ({ ...newest, shuffle: true }));
    expect(await stored()).toMatchObject([{ entryIds: ['a', 'b'], shuffle: true }]);
    expect(here.state.getState().playlists).toEqual(await stored());
  });

  test('stays removed, and is listed no longer', async () => {
    const { here, there, id, stored } = await inTwoTabs();
    for (const playlist of there.state.getState().playlists) await there.removePlaylist(playlist);
    expect(await addToPlaylist(here, id, ['a'])).toBeUndefined();
    expect(await stored()).toEqual([]);
    expect(here.state.getState().playlists).toEqual([]);
  });

  test('is put in order without losing entries added, or restoring entries removed, meanwhile', () => {
    expect(applyOrderOfShownEntries(['a', 'b', 'd'], ['a', 'b', 'c'], ['c', 'b', 'a'])).toEqual(['b', 'a', 'd']);
  });
});

test('a playlist takes each entry once and no more than the limit', async () => {
  const { store } = await openLibraryOf();
  const { id } = await store.newPlaylist('Evening');
  const ids = Array.from({ length: MAX_PLAYLIST_ENTRIES + 1 }, (_, index) => String(index));
  expect(await addToPlaylist(store, id, ['0', '1'])).toEqual({ added: 2, leftOut: 0 });
  expect(await addToPlaylist(store, id, ids)).toEqual({ added: MAX_PLAYLIST_ENTRIES - 2, leftOut: 1 });
});

test('subtitles alone go to the entry of their video, and are named where there is none', async () => {
  const { store } = await openLibraryOf(entryOf('ride'));
  const added = await store.add([fileOf('ride.en.srt'), fileOf('walk.srt')]);
  expect(added).toEqual({ entries: 1, unreadable: [], unplaced: ['walk.srt'], otherAxes: [] });
  const [listed] = store.state.getState().entries;
  expect(listed?.entry.subtitles?.name).toBe('ride.en.srt');
  expect(store.state.getState().entries).toHaveLength(1);
});

test('subtitles that cannot be read are named, and all other files are added', async () => {
  const { store } = await openLibraryOf();
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('It is gone', 'NotReadableError')) };
  const unreadable = ['ride.srt', 'zoo.srt'].map((name) => ({
    ...fileOf(name),
    file: Object.assign(new File([name], name), gone),
  }));
  const added = await store.add([...['ride.mp4', 'walk.mp4'].map(fileOf), ...unreadable]);
  expect(added).toEqual({ entries: 2, unreadable: ['ride.srt', 'zoo.srt'], unplaced: [], otherAxes: [] });
  expect(store.state.getState().entries.map(({ entry }) => entry.title)).toEqual(['ride', 'walk']);
});

test('of several subtitles for one entry the first is taken, and the others are named', async () => {
  const { store } = await openLibraryOf(entryOf('ride'));
  const added = await store.add([fileOf('ride.de.srt'), fileOf('ride.fr.srt')]);
  expect(added).toEqual({ entries: 1, unreadable: [], unplaced: ['ride.fr.srt'], otherAxes: [] });
  expect(store.state.getState().entries[0]?.entry.subtitles?.name).toBe('ride.de.srt');
});

describe('a film whose file the browser cannot find again', () => {
  const film = () => ({ file: new File(['pictures'], 'ride.mp4'), handle: undefined });

  test('is offered to be kept, with its size, and opens in another tab once it is', async () => {
    const { store, openTab } = await openLibraryOf();
    await store.add([film()]);
    const [id = ''] = store.state.getState().entries.map(({ entry }) => entry.id);
    expect(store.state.getState().unkept).toEqual({ ids: [id], bytes: 8 });
    await store.keepFilms([id]);
    expect(store.state.getState().unkept).toBeUndefined();
    const other = await openTab();
    const [listed] = other.state.getState().entries;
    expect(listed?.missing).toBe('script');
    expect(listed && (await other.sourcesOf(listed.entry, false)).medium?.file?.size).toBe(8);
  });

  test('must be chosen again where it is not kept', async () => {
    const { store, openTab } = await openLibraryOf();
    await store.add([film()]);
    await store.keepFilms([]);
    expect(store.state.getState().unkept).toBeUndefined();
    const [listed] = (await openTab()).state.getState().entries;
    expect(listed && (await store.sourcesOf(listed.entry, false)).scripts).toEqual([]);
    expect((await openTab()).state.getState().entries[0]?.entry.medium?.name).toBe('ride.mp4');
  });

  test('is not offered where the browser has a handle of it', async () => {
    const { store } = await openLibraryOf();
    const { file } = film();
    await store.add([{ file, handle: { getFile: async () => file } as unknown as FileSystemFileHandle }]); // No other part is used.
    expect(store.state.getState().unkept).toBeUndefined();
  });
});

test('axes that the device does not play are stored with their entry, of a file and of files beside it', async () => {
  const { store, read } = await openLibraryOf();
  const adding = store.add(['ride.mp4', 'ride.funscript', 'ride.roll.funscript', 'ride.twist.funscript'].map(fileOf));
  await read();
  await adding;
  const [listed] = store.state.getState().entries;
  expect(listed?.entry.scripts.map(({ name }) => name)).toEqual(['ride.funscript']);
  expect(listed?.entry.otherAxes?.toSorted()).toEqual(['R0', 'roll', 'twist']);
});

describe('a script whose name ends like an axis', () => {
  test.each([
    ['beside its film', [], ['Drum.Roll.mp4', 'Drum.Roll.funscript']],
    ['after its film', ['Drum.Roll'], ['Drum.Roll.funscript']],
  ])('is the script of the film of that name, %s', async (_, entries, names) => {
    const { store, read, titles } = await openLibraryOf(...entries.map(entryOf));
    const adding = store.add(names.map(fileOf));
    await read();
    expect(await adding).toEqual({ entries: 1, unreadable: [], unplaced: [], otherAxes: [] });
    expect(await titles()).toEqual(['Drum.Roll Drum.Roll.funscript']);
  });

  test('is the script of the entry of that name to which it is attached', async () => {
    const { store, read, titles } = await openLibraryOf(entryOf('Drum.Roll'));
    const adding = store.addTo(entryOf('Drum.Roll'), [fileOf('Drum.Roll.funscript')]);
    await read();
    await adding;
    expect(await titles()).toEqual(['Drum.Roll Drum.Roll.funscript']);
  });

  test('is named where there is no film for it', async () => {
    const { store } = await openLibraryOf(entryOf('ride'));
    const added = await store.add([fileOf('Drum.Roll.funscript')]);
    expect(added).toEqual({ entries: 0, unreadable: [], unplaced: [], otherAxes: ['Drum.Roll.funscript'] });
    expect(store.state.getState().entries).toHaveLength(1);
  });
});

test('of a script that cannot be read, and one for another axis beside it, only the first is named', async () => {
  const { store, read } = await openLibraryOf();
  const adding = store.add(['ride.funscript', 'ride.roll.funscript'].map(fileOf));
  await read(new Error('It is broken'));
  expect(await adding).toEqual({ entries: 0, unreadable: ['ride.funscript'], unplaced: [], otherAxes: [] });
});

test('questions and offers about the files added last stay where nothing of further files is added', async () => {
  const { store, read } = await openLibraryOf();
  const adding = store.add(['Studio - Harbour.mp4', 'Harbour.funscript'].map(fileOf));
  await read();
  await adding;
  const { questions, unkept } = store.state.getState();
  expect([questions.length, unkept?.ids.length]).toEqual([1, 1]);
  await store.add([]);
  await store.add([fileOf('notes.pdf')]);
  const broken = store.add([fileOf('walk.funscript')]);
  await read(new Error('It is broken'));
  await broken;
  expect(store.state.getState()).toMatchObject({ questions, unkept });
});
