import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ScriptLoader } from '../script/script-loader.ts';
import type { LibraryEntry } from './library-record.ts';
import { createLibraryStore } from './library-store.ts';
import { databaseOf } from './testing/database-of.ts';

const RIDE: LibraryEntry = {
  ...{ version: 1, id: 'ride', title: 'ride', tags: [], addedAtMs: 0, durationMs: 0, scripts: [], thumbnail: '' },
  medium: { name: 'ride.mp4', type: 'video/mp4', size: 5 },
};

/** A library with one film, its stored records and its list. */
async function setUp() {
  const { database, tableOf } = databaseOf([RIDE]);
  const store = createLibraryStore({
    open: async () => database,
    loader: { close: () => undefined } as unknown as ScriptLoader, // No script is read.
    ...{ time: createFakeTime(), random: createRandom(1) },
  });
  onTestFinished(store.close);
  await vi.waitFor(() => expect(store.state.getState().phase).toBe('ready'));
  return {
    store,
    stored: () => tableOf('entries').getAll(),
    listed: () => store.state.getState().entries.map(({ entry }) => entry),
  };
}

test('the length of a film that is known later changes nothing else of its entry', async () => {
  const { store, stored, listed } = await setUp();
  await store.change(RIDE.id, { title: 'Long ride', tags: ['slow'] });
  await store.notePlayed(RIDE.id);
  const [before] = listed();
  await store.noteLength(RIDE.id, 60_000);
  const known = { ...before, durationMs: 60_000 };
  expect(known).toMatchObject({ title: 'Long ride', tags: ['slow'], playedAtMs: expect.any(Number) });
  expect([await stored(), listed()]).toEqual([[known], [known]]);
});

test('a length that is known already stays, and a film that was removed does not come back', async () => {
  const { store, stored, listed } = await setUp();
  await store.noteLength(RIDE.id, 60_000);
  await store.noteLength(RIDE.id, 90_000);
  expect([await stored(), listed()]).toMatchObject([[{ durationMs: 60_000 }], [{ durationMs: 60_000 }]]);
  await store.remove([RIDE.id]);
  await store.noteLength(RIDE.id, 60_000);
  expect([await stored(), listed()]).toEqual([[], []]);
});
