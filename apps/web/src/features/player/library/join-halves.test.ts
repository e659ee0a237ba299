import { describe, expect, test } from 'vitest';
import { fileOf, openLibraryOf } from './testing/open-library-of.ts';

describe('a film and a script that may belong together', () => {
  const names = ['watch_3310245_Corner_Table.mp4', 'Corner Table.funscript'];
  const add = async () => {
    const library = await openLibraryOf();
    const list = await library.store.newPlaylist('Evening');
    const adding = library.store.add(names.map(fileOf));
    await library.read();
    await adding;
    return { ...library, list };
  };

  test('become one entry once the person says so, at its place in the playlists', async () => {
    const { store, titles, list } = await add();
    const { questions } = store.state.getState();
    expect(questions).toHaveLength(1);
    const { film, script } = questions[0] ?? {};
    await store.changePlaylist(list.id, (newest) => ({ ...newest, entryIds: [script?.id ?? '', film?.id ?? ''] }));
    await store.join(questions);
    expect(await titles()).toEqual(['watch_3310245_Corner_Table Corner Table.funscript']);
    expect(store.state.getState().playlists[0]?.entryIds).toEqual([film?.id]);
    expect(store.state.getState().questions).toEqual([]);
    const joined = store.state.getState().entries[0]?.entry;
    expect(joined && (await store.sourcesOf(joined, false)).scripts[0]?.name).toBe('Corner Table.funscript');
  });

  test('stay two once the person says so', async () => {
    const { store, titles } = await add();
    await store.join([]);
    expect(await titles()).toHaveLength(2);
    expect(store.state.getState().questions).toEqual([]);
  });

  test('are not joined after one of them was removed meanwhile', async () => {
    const { store, titles } = await add();
    const { questions } = store.state.getState();
    const film = questions[0]?.film;
    if (film) await store.remove([film.id]);
    await store.join(questions);
    expect(await titles()).toEqual(['Corner Table Corner Table.funscript']);
  });

  test('become one entry with the scripts that the script received meanwhile, and their texts', async () => {
    const { store, titles, read, tableOf } = await add();
    const { questions } = store.state.getState();
    const script = questions[0]?.script;
    if (!script) throw new Error('Nothing was asked');
    const giving = store.addTo(script, [fileOf('Corner Table slow.funscript')]);
    await read();
    await giving;
    await store.join(questions);
    expect(await titles()).toEqual(['watch_3310245_Corner_Table Corner Table.funscript Corner Table slow.funscript']);
    expect((await tableOf('texts').getAll()).toSorted()).toEqual([
      'Corner Table slow.funscript',
      'Corner Table.funscript',
    ]);
  });

  test('stay two where the script received a film of its own meanwhile, or was removed', async () => {
    const { store, titles } = await add();
    const { questions } = store.state.getState();
    const script = questions[0]?.script;
    if (!script) throw new Error('Nothing was asked');
    await store.addTo(script, [fileOf('another.mp4')]);
    await store.join(questions);
    const both = ['Corner Table Corner Table.funscript', 'watch_3310245_Corner_Table'];
    expect((await titles()).toSorted()).toEqual(both);
    await store.remove([script.id]);
    await store.join(questions);
    expect(await titles()).toEqual(['watch_3310245_Corner_Table']);
  });

  test('become one entry with each of two films that a person joins with the same script', async () => {
    const { store, titles, read } = await openLibraryOf();
    const adding = store.add(['Corner Table 1.mp4', 'Corner Table 2.mp4', 'Corner Table.funscript'].map(fileOf));
    await read();
    await adding;
    const { questions } = store.state.getState();
    await store.join(questions);
    expect(questions).toHaveLength(2);
    expect(await titles()).toEqual(['Corner Table 1 Corner Table.funscript', 'Corner Table 2 Corner Table.funscript']);
  });
});
