import { heatmapOf, pointsToColumns } from '@tactus/motion';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, vi } from 'vitest';
import type { ScriptLoader } from '../../script/script-loader.ts';
import type { LibraryEntry } from '../library-record.ts';
import { createLibraryStore } from '../library-store.ts';
import { databaseOf } from './database-of.ts';

const POINTS = [
  { t: 0, x: 0 },
  { t: 1_000, x: 100 },
];
const ABOUT = { otherAxes: ['R0'] };

/** A library with these entries; scripts are read by a call of the test. */
export async function openLibraryOf(...entries: readonly LibraryEntry[]) {
  const { database, tableOf } = databaseOf(entries);
  const stored = () => tableOf('entries').getAll();
  const waiting: ((error?: Error) => void)[] = [];
  const loader = {
    load: () =>
      new Promise((resolve, reject) =>
        waiting.push((error) =>
          error ? reject(error) : resolve({ heatmap: heatmapOf(pointsToColumns(POINTS)), about: ABOUT }),
        ),
      ),
    close: () => undefined,
  };
  /** The view of one tab. */
  async function openTab() {
    const store = createLibraryStore({
      open: async () => database,
      loader: loader as unknown as ScriptLoader, // No other part is used.
      ...{ time: createFakeTime(), random: createRandom(1) },
    });
    onTestFinished(store.close);
    await vi.waitFor(() => expect(store.state.getState().phase).toBe('ready'));
    return store;
  }
  const store = await openTab();
  return {
    ...{ store, openTab, tableOf },
    /** Waits until a script is being read, and lets the reading finish, or fail with an error. */
    async read(error?: Error) {
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      waiting.shift()?.(error);
    },
    reading: () => vi.waitFor(() => expect(waiting).toHaveLength(1)),
    /** The listed entries, which must equal the stored ones. */
    async titles() {
      const listed = store.state.getState().entries.map(({ entry }) => entry);
      expect(await stored()).toEqual(expect.arrayContaining([...listed]));
      expect(await stored()).toHaveLength(listed.length);
      return listed.map(({ title, scripts }) => [title, ...scripts.map(({ name }) => name)].join(' '));
    },
  };
}

/** An entry with a film of its name. */
export const entryOf = (id: string): LibraryEntry => ({
  ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, scripts: [], thumbnail: '' },
  medium: { name: `${id}.mp4`, type: 'video/mp4', size: 5 },
});
/** A file without a handle. */
export const fileOf = (name: string) => ({ file: new File([name], name), handle: undefined });
