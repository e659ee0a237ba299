import { heatmapOf, toColumns } from '@tactus/motion';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ScriptLoader } from '../script-loader.ts';
import type { LibraryEntry } from './library-record.ts';
import { createLibraryStore } from './library-store.ts';
import type { LibraryDatabase } from './library-table.ts';

const POINTS = [
  { t: 0, x: 0 },
  { t: 1_000, x: 100 },
];

/** As much of a database as the library asks for, in memory. */
function databaseOf(entries: readonly LibraryEntry[]) {
  const tables = new Map<string, Map<string, unknown>>();
  const tableOf = (name: string) => {
    const table = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, table);
    return {
      get: async (key: string) => structuredClone(table.get(key)),
      put: async (value: unknown, key: string) => void table.set(key, structuredClone(value)),
      delete: async (key: string) => void table.delete(key),
      getAll: async () => [...table.values()],
      getAllKeys: async () => [...table.keys()],
    };
  };
  for (const entry of entries) void tableOf('entries').put(entry, entry.id);
  const database = {
    transaction: (name: string) => ({ objectStore: tableOf, store: tableOf(name), done: Promise.resolve() }),
    getAllKeys: (name: string) => tableOf(name).getAllKeys(),
    put: (name: string, value: unknown, key: string) => tableOf(name).put(value, key),
    count: async () => 0,
    close: () => undefined,
  };
  return { database: database as unknown as LibraryDatabase, stored: () => tableOf('entries').getAll() };
}

/** A library that has these; files are read when the test lets them. */
async function setUp(...entries: readonly LibraryEntry[]) {
  const { database, stored } = databaseOf(entries);
  const waiting: (() => void)[] = [];
  const loader = {
    load: () => new Promise((resolve) => waiting.push(() => resolve({ heatmap: heatmapOf(toColumns(POINTS)) }))),
    close: () => undefined,
  };
  const store = createLibraryStore({
    open: async () => database,
    loader: loader as unknown as ScriptLoader, // Nothing else is asked of it.
    ...{ time: createFakeTime(), random: createRandom(1) },
  });
  onTestFinished(store.close);
  await vi.waitFor(() => expect(store.state.getState().phase).toBe('ready'));
  return {
    store,
    /** Waits until a script is being read, and lets it be. */
    async read() {
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      waiting.shift()?.();
    },
    reading: () => vi.waitFor(() => expect(waiting).toHaveLength(1)),
    /** What is listed, which must be what is stored. */
    async titles() {
      const listed = store.state.getState().entries.map(({ entry }) => entry);
      expect(await stored()).toEqual(expect.arrayContaining([...listed]));
      expect(await stored()).toHaveLength(listed.length);
      return listed.map(({ title, scripts }) => [title, ...scripts.map(({ name }) => name)].join(' '));
    },
  };
}

const entryOf = (id: string): LibraryEntry => ({
  ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, scripts: [], thumbnail: '' },
  medium: { name: `${id}.mp4`, type: 'video/mp4', size: 5 },
});
const fileOf = (name: string) => ({ file: new File([name], name), handle: undefined });

test('a title that is saved while the files of an entry are read stays', async () => {
  const { store, reading, read, titles } = await setUp(entryOf('ride'));
  const giving = store.give(entryOf('ride'), [fileOf('a.funscript'), fileOf('b.funscript')]);
  await reading();
  await store.put({ ...entryOf('ride'), title: 'Long ride' });
  await read();
  await read();
  expect(await giving).toEqual({ entries: 2, unreadable: [] });
  expect(await titles()).toEqual(['Long ride a.funscript b.funscript']);
});

test('an entry that is removed while its files are read stays removed', async () => {
  const { store, reading, read, titles } = await setUp(entryOf('ride'));
  const giving = store.give(entryOf('ride'), [fileOf('a.funscript')]);
  await reading();
  await store.remove(entryOf('ride'));
  await read();
  expect(await giving).toMatchObject({ entries: 0 });
  expect(await titles()).toEqual([]);
});

test('entries that are changed or removed while others are added stay so, with what came for them', async () => {
  const { store, reading, read, titles } = await setUp(entryOf('ride'), entryOf('walk'));
  const adding = store.add(['ride.funscript', 'walk.funscript', 'zoo.funscript'].map(fileOf));
  await read();
  await read();
  await reading();
  const [ride, walk] = [entryOf('ride'), entryOf('walk')];
  await store.put({ ...ride, title: 'Long ride' });
  await store.remove(walk);
  await read();
  await adding;
  expect(await titles()).toEqual(['Long ride ride.funscript', 'zoo zoo.funscript']);
});
