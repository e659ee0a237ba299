import { describe, expect, test } from 'vitest';
import { contentHash } from '../script/script-hash.ts';
import { InvalidLibraryExportError } from './invalid-library-export.ts';
import type { LibraryEntry } from './library-record.ts';
import { importLibrary } from './library-transfer.ts';
import { databaseOf } from './testing/database-of.ts';

const hashOf = (text: string) => contentHash(new TextEncoder().encode(text));
const entryOf = (id: string, scripts: readonly string[]): LibraryEntry => ({
  ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
  scripts: scripts.map((hash) => ({ name: `${hash}.csv`, type: '', hash })),
});

/** An export of these entries with these texts, which it names by their first word. */
function exported(entries: readonly LibraryEntry[], texts: readonly string[], more = {}): string {
  const named = Object.fromEntries(texts.map((text) => [text.split(' ')[0] ?? '', text]));
  return JSON.stringify({ app: 'tactus-library', version: 1, entries, texts: named, ...more });
}

test.each(['', '{', 'null', '[]', '{"app":"other"}'])('a text that is no export is recognised: %j', async (text) => {
  const { database, tableOf } = databaseOf([entryOf('ride', [])]);
  await expect(importLibrary(database, text)).rejects.toBeInstanceOf(InvalidLibraryExportError);
  expect(await tableOf('entries').getAllKeys()).toEqual(['ride']);
});

test('other errors of an import are not reported as a text that is no export', async () => {
  const { database } = databaseOf([]);
  const broken = () => {
    throw new TypeError('The database is closed');
  };
  const failing = importLibrary({ ...database, transaction: broken }, exported([], []));
  await expect(failing).rejects.not.toBeInstanceOf(InvalidLibraryExportError);
});

test('an entry whose address is none is set aside by an import, like any other record that cannot be read', async () => {
  const { database, tableOf } = databaseOf([]);
  const medium = { name: 'walk.mp4', type: '', size: 0, url: 'walk.mp4' };
  const result = await importLibrary(database, exported([entryOf('ride', []), { ...entryOf('walk', []), medium }], []));
  expect(result).toEqual({ entries: 1, playlists: 0, damaged: 1 });
  expect(await tableOf('entries').getAllKeys()).toEqual(['ride']);
  expect(await tableOf('damaged').getAll()).toMatchObject([{ id: 'walk', medium }]);
});

test('an unreadable record that is set aside already is not set aside again', async () => {
  const { database, tableOf } = databaseOf([]);
  const newer = { version: 99, id: 'newer', parts: [1, { two: 2 }] };
  const other = { version: 99, id: 'other' };
  await tableOf('damaged').add({ ...newer, gone: undefined });
  const text = exported([], [], { damaged: [newer, other, other], playlists: [newer] });
  expect(await importLibrary(database, text)).toMatchObject({ damaged: 4 });
  expect(await tableOf('damaged').getAll()).toEqual([newer, other]);
  await importLibrary(database, text);
  expect(await tableOf('damaged').getAll()).toEqual([newer, other]);
});

describe('the texts of entries that an import replaces', () => {
  async function withTexts() {
    const { database, tableOf } = databaseOf([entryOf('ride', ['own', 'shared']), entryOf('walk', ['shared'])]);
    const texts = tableOf('texts');
    for (const hash of ['own', 'shared']) await texts.put(`text of ${hash}`, hash);
    return { database, hashes: () => texts.getAllKeys() };
  }

  test('are deleted, except those of another entry, and so are imported ones without an entry', async () => {
    const { database, hashes } = await withTexts();
    await importLibrary(database, exported([entryOf('ride', ['new'])], ['new text', 'stray text']));
    expect(await hashes()).toEqual([await hashOf('new text'), 'shared'].sort());
  });

  test('stay where an unreadable record of the import may need them', async () => {
    const { database, hashes } = await withTexts();
    const damaged = [{ version: 99, id: 'newer' }];
    await importLibrary(database, exported([entryOf('ride', ['new'])], ['new text'], { damaged }));
    expect(await hashes()).toEqual([await hashOf('new text'), 'own', 'shared'].sort());
  });
});
