import { expect, test } from 'vitest';
import type { LibraryEntry } from './library-record.ts';
import { search, toListedEntry } from './library-search.ts';
import { countFilters, filterEntries, NO_FILTERS, readLibraryView, sortEntries } from './library-view.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW_MS = 100 * DAY_MS;

/** A heatmap whose columns all have this speed, percent of the stroke a second. */
const thumbnailOf = (speed: number) => btoa(String.fromCharCode(speed / 4, 0, 100).repeat(60));
const listed = (id: string, parts: Partial<LibraryEntry>) =>
  toListedEntry(
    {
      ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
      scripts: [{ name: `${id}.funscript`, type: '', hash: id }],
      ...parts,
    },
    true,
  );
const ENTRIES = [
  listed('a', { durationMs: 5 * MINUTE_MS, addedAtMs: 3, thumbnail: thumbnailOf(300), playedAtMs: NOW_MS - DAY_MS }),
  listed('b', { durationMs: 40 * MINUTE_MS, addedAtMs: 1, thumbnail: thumbnailOf(40), playedAtMs: 50 * DAY_MS }),
  listed('c', { durationMs: 20 * MINUTE_MS, addedAtMs: 2, thumbnail: thumbnailOf(160) }),
  listed('d', { addedAtMs: 4, scripts: [] }),
];
const idsOf = (entries: readonly { readonly entry: LibraryEntry }[]) => entries.map(({ entry }) => entry.id).join('');

test.each([
  ['title', 'abcd'],
  ['longest', 'bcad'],
  ['shortest', 'acbd'],
  ['fastest', 'acbd'],
  ['slowest', 'bcad'],
  ['played', 'abcd'],
  ['added', 'dacb'],
] as const)('sorted by %s, entries without a value come last: %s', (sort, ids) => {
  expect(idsOf(sortEntries(ENTRIES, sort))).toBe(ids);
});

test.each([
  [{ length: 'short' }, 'a'],
  [{ length: 'medium' }, 'c'],
  [{ length: 'long' }, 'b'],
  [{ speed: 'slow' }, 'b'],
  [{ speed: 'medium' }, 'c'],
  [{ speed: 'fast' }, 'a'],
  [{ played: 'never' }, 'cd'],
  [{ played: 'week' }, 'a'],
  [{ played: 'longAgo' }, 'b'],
  [{ script: 'with' }, 'abc'],
  [{ script: 'without' }, 'd'],
  [{ script: 'with', played: 'never' }, 'c'],
  [{}, 'abcd'],
] as const)('filtered by %j: %s', (filters, ids) => {
  expect(idsOf(filterEntries(ENTRIES, { ...NO_FILTERS, ...filters }, NOW_MS))).toBe(ids);
  expect(countFilters({ ...NO_FILTERS, ...filters })).toBe(Object.keys(filters).length);
});

test('a stored view is read back, and what is not readable of it has its default', () => {
  const view = { ...NO_FILTERS, sort: 'played', script: 'without' };
  expect(readLibraryView(JSON.stringify(view))).toEqual(view);
  expect(readLibraryView('{"sort":"colour","length":"long"}')).toEqual({
    ...NO_FILTERS,
    sort: 'title',
    length: 'long',
  });
  for (const stored of [null, '', '{', '[]', 'null'])
    expect(readLibraryView(stored)).toEqual({ ...NO_FILTERS, sort: 'title' });
});

test('a search ignores the extensions of files, in their names and in what is typed', () => {
  const film = listed('Evening', { medium: { name: 'Night ride.mp4', type: 'video/mp4', size: 1 } });
  const found = (text: string) => search([film], { text, tag: '', onlyMissing: false }).length;
  expect(['mp4', 'funscript'].map(found)).toEqual([0, 0]);
  expect(['night ride.mp4', 'ride', 'evening.funscript'].map(found)).toEqual([1, 1, 1]);
});
