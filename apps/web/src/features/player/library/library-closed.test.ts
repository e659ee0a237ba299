import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ScriptLoader } from '../script/script-loader.ts';
import { createLibraryStore } from './library-store.ts';
import type { LibraryDatabase } from './library-table.ts';
import { databaseOf } from './testing/database-of.ts';
import { entryOf } from './testing/open-library-of.ts';

/** A library with one entry, whose database the browser closes; `reopen` opens it again. */
async function closedLibrary(reopen: () => Promise<LibraryDatabase>) {
  const { database } = databaseOf([entryOf('ride')]);
  let close: () => void = () => undefined;
  const open = vi
    .fn((onClosed: () => void) => {
      close = onClosed;
      return Promise.resolve(database);
    })
    .mockName('open');
  const loader = { close: () => undefined } as unknown as ScriptLoader; // No other part is used.
  const store = createLibraryStore({ open, loader, time: createFakeTime(), random: createRandom(1) });
  onTestFinished(store.close);
  await vi.waitFor(() => expect(store.state.getState().phase).toBe('ready'));
  open.mockImplementation(reopen);
  close();
  return store;
}

test('a library whose data the browser has cleared is empty, and takes new playlists', async () => {
  const { database, tableOf } = databaseOf([]);
  const store = await closedLibrary(async () => database);
  await vi.waitFor(() => expect(store.state.getState().entries).toEqual([]));
  await store.newPlaylist('Evening');
  expect(await tableOf('playlists').getAll()).toEqual([expect.objectContaining({ name: 'Evening' })]);
});

test.each([
  ['of a newer app', new DOMException('A newer version', 'VersionError'), 'newer'],
  ['that does not open again', new DOMException('Closed', 'UnknownError'), 'absent'],
] as const)('a library %s is not listed any more', async (_, error, phase) => {
  const store = await closedLibrary(() => Promise.reject(error));
  await vi.waitFor(() => expect(store.state.getState().phase).toBe(phase));
  await expect(store.newPlaylist('Evening')).rejects.toBe(error);
});
