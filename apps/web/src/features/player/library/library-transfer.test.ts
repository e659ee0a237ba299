import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contentHash } from '../script/script-hash.ts';
import { InvalidLibraryExportError } from './invalid-library-export.ts';
import type { LibraryEntry } from './library-record.ts';
import { exportLibrary, importLibrary } from './library-transfer.ts';
import { databaseOf } from './testing/database-of.ts';

const entryOf = (id: string, scripts: readonly string[]): LibraryEntry => ({
  ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
  scripts: scripts.map((hash) => ({ name: `${hash}.csv`, type: '', hash })),
});

/** An export of these entries with these texts, which it names by their first word. */
function exported(entries: readonly LibraryEntry[], texts: readonly string[], more = {}): Blob {
  const named = Object.fromEntries(texts.map((text) => [text.split(' ')[0] ?? '', text]));
  return new Blob([JSON.stringify({ app: 'tactus-library', version: 1, entries, texts: named, ...more })]);
}

test.each(['', '{', 'null', '[]', '{"app":"other"}'])('a text that is no export is recognised: %j', async (text) => {
  const { database, tableOf } = databaseOf([entryOf('ride', [])]);
  await expect(importLibrary(database, new Blob([text]))).rejects.toBeInstanceOf(InvalidLibraryExportError);
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
  const file = exported([], [], { damaged: [newer, other, other], playlists: [newer] });
  expect(await importLibrary(database, file)).toMatchObject({ damaged: 4 });
  expect(await tableOf('damaged').getAll()).toEqual([newer, other]);
  await importLibrary(database, file);
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
    expect(await hashes()).toEqual([await contentHash('new text'), 'shared'].sort());
  });

  test('stay where an unreadable record of the import may need them', async () => {
    const { database, hashes } = await withTexts();
    const damaged = [{ version: 99, id: 'newer' }];
    await importLibrary(database, exported([entryOf('ride', ['new'])], ['new text'], { damaged }));
    expect(await hashes()).toEqual([await contentHash('new text'), 'own', 'shared'].sort());
  });
});

describe('an export', () => {
  const LONG = 20_000;
  async function filled() {
    const long = Array.from({ length: 250 }, (_, index) => `${index}\n"ä" `.padEnd(LONG, 'x'));
    const entry = entryOf('ride', await Promise.all(long.map(contentHash)));
    const { database, tableOf } = databaseOf([entry]);
    for (const text of long) await tableOf('texts').put(text, await contentHash(text));
    await tableOf('playlists').put({ version: 1, id: 'list', name: 'Evening' }, 'list');
    await tableOf('damaged').add({ version: 99, id: 'newer' });
    return { database, tableOf, long };
  }
  const contentOf = (tableOf: ReturnType<typeof databaseOf>['tableOf']) =>
    Promise.all(['entries', 'playlists', 'texts'].map((name) => tableOf(name).getAll()));

  test('is one JSON document with all records and texts', async () => {
    const { database, tableOf, long } = await filled();
    const file = JSON.parse(await (await exportLibrary(database)).text());
    expect(file).toMatchObject({ app: 'tactus-library', version: 1, damaged: [{ id: 'newer' }] });
    expect(file.entries).toEqual(await tableOf('entries').getAll());
    expect(file.playlists).toHaveLength(1);
    expect(Object.values(file.texts).toSorted()).toEqual(long.toSorted());
  });

  test('is written and read in parts: a large library is longer than a text can be', async () => {
    const { database, tableOf } = await filled();
    const [write, read] = [vi.spyOn(JSON, 'stringify'), vi.spyOn(JSON, 'parse')];
    onTestFinished(() => void vi.restoreAllMocks());
    const file = await exportLibrary(database);
    const other = databaseOf([]);
    expect(await importLibrary(other.database, file)).toEqual({ entries: 1, playlists: 1, damaged: 1 });
    expect(file.size).toBeGreaterThan(250 * LONG);
    expect(Math.max(...write.mock.results.map(({ value }) => String(value).length))).toBeLessThan(5 * LONG);
    expect(Math.max(...read.mock.calls.map(([text]) => text.length))).toBeLessThan(5 * LONG);
    const [entries, playlists, texts] = await contentOf(tableOf);
    expect(await contentOf(other.tableOf)).toMatchObject([entries, playlists, texts]);
  });

  test.each([
    ['with a property after the texts', '\n},"later":{"a":1}}\n'],
    ['with a property after the texts on a line of its own', '\n},\n"later":1\n}\n'],
    ['with its last line indented', '\n  }}\n'],
    ['with its last two lines joined', '}}\n'],
    ['with blank lines at its end', '\n}}\n\n \n'],
  ])('%s is read as one JSON document', async (_, end) => {
    const { database, tableOf } = await filled();
    const file = new Blob([(await (await exportLibrary(database)).text()).replace(/\n}}\n$/, end)]);
    const other = databaseOf([]);
    expect(await importLibrary(other.database, file)).toEqual({ entries: 1, playlists: 1, damaged: 1 });
    expect(await contentOf(other.tableOf)).toMatchObject(await contentOf(tableOf));
  });

  test('that goes on after its end, or is too long to be read otherwise, is no export', async () => {
    const { database } = await filled();
    const file = await exportLibrary(database);
    const tooLong = file.slice(0, file.size - 4);
    tooLong.text = () => Promise.reject(new DOMException('It is too long', 'NotReadableError'));
    for (const one of [new Blob([file, 'more']), tooLong]) {
      const importing = importLibrary(databaseOf([]).database, one);
      await expect(importing).rejects.toBeInstanceOf(InvalidLibraryExportError);
    }
  });

  test('of an older version, with one line, is read only once', async () => {
    const file = exported([entryOf('ride', [])], []);
    file.text = () => Promise.reject(new Error('It is read again'));
    expect(await importLibrary(databaseOf([]).database, file)).toMatchObject({ entries: 1 });
  });

  test('that is cut off is no export, and nothing of it is imported', async () => {
    const { database } = await filled();
    const file = await exportLibrary(database);
    for (const end of [file.size - 4, file.size - 30_000, 200]) {
      const other = databaseOf([]);
      const importing = importLibrary(other.database, file.slice(0, end));
      await expect(importing).rejects.toBeInstanceOf(InvalidLibraryExportError);
      expect(await other.tableOf('texts').getAllKeys()).toEqual([]);
    }
  });
});
