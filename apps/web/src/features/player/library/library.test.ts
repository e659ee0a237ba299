import { heatmapOf, pointsToColumns } from '@tactus/motion';
import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import { addFilesToEntry, findEntryForFiles } from './entry-files.ts';
import { groupFiles } from './group-files.ts';
import { decodeEntry, decodePlaylist, type LibraryEntry, type Playlist } from './library-record.ts';
import { allTagsOf, parseTags, search, sortEntriesByTitle, toListedEntry } from './library-search.ts';
import { beginPlaylistRun, nextPlaylistRun, skipInPlaylistRun, updatePlaylistRun } from './playlist-order.ts';
import { decodeThumbnail, encodeThumbnail, THUMBNAIL_COLUMNS } from './thumbnail.ts';

const entryOf = (id: string, parts: Partial<LibraryEntry> = {}): LibraryEntry => ({
  ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, scripts: [], thumbnail: '', ...parts },
});
const script = (name: string, hash = name) => ({ name, type: '', hash });
const video = (name: string) => ({ name, type: 'video/webm', size: 5 });
const listOf = (parts: Partial<Playlist> = {}): Playlist => ({
  ...{ version: 1, id: 'list', name: 'Evening', entryIds: ['a', 'b', 'c'], repeat: 'off', shuffle: false, ...parts },
});
const fileOf = (name: string) => ({ name, type: '' });

describe('a stored record', () => {
  test('reads as it was written, and its invalid parts as their defaults', () => {
    const entry = entryOf('one', { tags: ['slow'], scripts: [script('one.funscript')], medium: video('one.webm') });
    expect(decodeEntry(structuredClone(entry))).toEqual(entry);
    expect(decodeEntry({ ...entry, tags: 'slow', durationMs: -1 })).toMatchObject({ tags: [], durationMs: 0 });
    expect(decodePlaylist({ ...listOf(), repeat: 'often' })).toEqual(listOf());
  });

  test('has a name of its own for each script, which stays when another one comes first', () => {
    const scripts = [script('a.csv', '1'), script('a.csv', '2'), script('noise', '3'), script('noise', '4')];
    const read = decodeEntry(entryOf('one', { scripts }))?.scripts ?? [];
    expect(read.map(({ name }) => name)).toEqual(['a.csv', 'a (2).csv', 'noise', 'noise (2)']);
    expect(decodeEntry(entryOf('one', { scripts: read.toReversed() }))?.scripts).toEqual(read.toReversed());
  });

  const address = 'https://there.test/ride.mp4';
  const linked = (url: string) => ({ name: 'ride', type: '', size: 0, url });

  test.each([
    ['medium', (url: string) => ({ medium: linked(url) })],
    ['a script', (url: string) => ({ scripts: [script('one.csv'), linked(url)] })],
    ['subtitles', (url: string) => ({ subtitles: linked(url) })],
  ])('reads with the address of %s, and not where a browser could not open it', (_, parts) => {
    expect(decodeEntry({ ...entryOf('one'), ...parts(address) })).toBeDefined();
    for (const url of ['', 'ride.mp4', '//there.test/ride.mp4', 'javascript:1', 'file:///ride.mp4', 'http://'])
      expect(decodeEntry({ ...entryOf('one'), ...parts(url) })).toBeUndefined();
  });

  test.each([undefined, null, 'text', {}, { version: 99, id: 'x', title: 'x' }, { version: 1, id: '', title: 'x' }])(
    'that is invalid reads as undefined: %j',
    (stored) => {
      expect(decodeEntry(stored)).toBeUndefined();
      expect(decodePlaylist(stored)).toBeUndefined();
    },
  );
});

test('files are grouped by name: variants beside their medium, the rest on its own', () => {
  const names = [
    'Ride.mp4',
    'ride (soft).funscript',
    'Ride.funscript',
    'rider.funscript',
    'ride.srt',
    'notes.txt',
    'Ride.twist.funscript',
  ];
  const groups = groupFiles(names.map(fileOf));
  expect(
    groups.map(({ title, medium, scripts, subtitles }) => [title, medium?.name, scripts.length, subtitles?.name]),
  ).toEqual([
    ['Ride', 'Ride.mp4', 2, 'ride.srt'],
    ['rider', undefined, 1, undefined],
  ]);
  expect(groups[0]?.scripts[0]?.name).toBe('Ride.funscript');
});

test('variants without a medium are one entry', () => {
  expect(groupFiles(['wave.slow.csv', 'wave.csv'].map(fileOf))).toMatchObject([{ title: 'wave', scripts: [{}, {}] }]);
});

test('search finds every word in title, tags and file names, within a tag and among entries that lack a half', () => {
  const entries = sortEntriesByTitle([
    toListedEntry(entryOf('10', { title: 'Ride 10', tags: ['slow'], scripts: [script('x')] }), false),
    toListedEntry(
      entryOf('2', { title: 'Ride 2', tags: ['fast'], scripts: [script('Ærlig.csv')], medium: video('v.mp4') }),
      true,
    ),
    toListedEntry(entryOf('3', { title: 'Walk', medium: video('walk.mp4') }), true),
  ]);
  const found = (text: string, tag = '', onlyMissing = false) =>
    search(entries, { text, tag, onlyMissing }).map(({ entry }) => entry.id);
  expect(found('')).toEqual(['2', '10', '3']);
  expect(found('ride')).toEqual(['2', '10']);
  expect(found('RIDE ærlig')).toEqual(['2']);
  expect(found('', 'slow')).toEqual(['10']);
  expect(found('', '', true)).toEqual(['10', '3']);
  expect(entries.map(({ missing }) => missing)).toEqual([undefined, 'medium', 'script']);
  expect(allTagsOf(entries)).toEqual(['fast', 'slow']);
  expect(parseTags(' slow, , fast,slow ')).toEqual(['slow', 'fast']);
});

test('files that are in the library already complete their entry instead of making another', () => {
  const known = entryOf('one', { scripts: [script('one.csv', 'h1')], thumbnail: 'old' });
  const parts = {
    medium: video('one.webm'),
    scripts: [script('renamed.csv', 'h1'), script('soft.csv', 'h2')],
  };
  const read = { ...parts, title: 'x', subtitles: undefined, thumbnail: 'new', durationMs: 5 };
  expect(findEntryForFiles([toListedEntry(known, false)], read)).toBe(known);
  expect(findEntryForFiles([toListedEntry(entryOf('two', { medium: video('two.webm') }), true)], read)).toBeUndefined();
  const clip = entryOf('clip', { medium: video('Clip.webm') });
  const soft = { medium: undefined, scripts: [script('clip (soft).csv', 'h3')] };
  expect(findEntryForFiles([toListedEntry(clip, true)], soft)).toBe(clip);
  expect(findEntryForFiles([toListedEntry(clip, true)], { ...soft, scripts: [script('clipper.csv')] })).toBeUndefined();
  const waiting = entryOf('x', { scripts: [script('Clip.funscript')] });
  expect(findEntryForFiles([toListedEntry(waiting, false)], { medium: video('clip.webm'), scripts: [] })).toBe(waiting);
  expect(addFilesToEntry(known, read)).toMatchObject({
    ...{ id: 'one', title: 'one', medium: { name: 'one.webm' }, thumbnail: 'old' },
    scripts: [{ name: 'one.csv' }, { name: 'soft.csv' }],
  });
});

test('an entry has the picture and the length of the version that is its first script now', () => {
  const known = entryOf('one', {
    scripts: [script('soft.csv', 's1'), script('one.csv', 'o1')],
    ...{ thumbnail: 'old', durationMs: 9 },
  });
  const scripts = [script('one.csv', 'o2'), script('soft.csv', 's2')];
  const read = { title: 'x', medium: undefined, scripts, subtitles: undefined, thumbnail: 'one', durationMs: 5 };
  const facts = new Map([
    ['o2', { thumbnail: 'one', durationMs: 5 }],
    ['s2', { thumbnail: 'soft', durationMs: 7 }],
  ]);
  expect(addFilesToEntry(known, read, facts)).toMatchObject({
    scripts: [{ hash: 's2' }, { hash: 's1' }, { hash: 'o2' }, { hash: 'o1' }],
    ...{ thumbnail: 'soft', durationMs: 7 },
  });
});

test('a heatmap is stored as a short text and read back', () => {
  const heatmap = heatmapOf(
    pointsToColumns([
      { t: 0, x: 0 },
      { t: 30_000, x: 100 },
      { t: 60_000, x: 0 },
    ]),
  );
  const thumbnail = encodeThumbnail(heatmap);
  expect(thumbnail.length).toBeLessThan(300);
  const columns = decodeThumbnail(thumbnail);
  expect(columns).toHaveLength(THUMBNAIL_COLUMNS);
  expect(columns[0]?.low).toBeLessThan(5);
  expect(Math.max(...columns.map(({ high }) => high))).toBeGreaterThan(95);
  expect(decodeThumbnail('¤ not ours')).toEqual([]);
});

describe('a playlist', () => {
  const random = createRandom(3);
  const walk = (playlist: Playlist, steps: number, first?: string) => {
    const ids: (string | undefined)[] = [];
    for (
      let run = beginPlaylistRun(playlist, random, first);
      ids.length < steps;
      run = run && nextPlaylistRun(run, playlist, random)
    )
      ids.push(run?.order[run.at]);
    return ids;
  };

  test('goes on to the next at the end, from the entry it was started at, and ends after the last', () => {
    expect(walk(listOf(), 4)).toEqual(['a', 'b', 'c', undefined]);
    expect(walk(listOf(), 3, 'b')).toEqual(['b', 'c', undefined]);
    expect(beginPlaylistRun(listOf({ entryIds: [] }), random)).toBeUndefined();
  });

  test('repeats the whole list, or one entry', () => {
    expect(walk(listOf({ repeat: 'all' }), 5)).toEqual(['a', 'b', 'c', 'a', 'b']);
    expect(walk(listOf({ repeat: 'one' }), 3, 'b')).toEqual(['b', 'b', 'b']);
    const run = beginPlaylistRun(listOf({ repeat: 'one' }), random);
    expect(run && skipInPlaylistRun(run, listOf({ repeat: 'one' }), random)).toMatchObject({ at: 1 });
  });

  test('shuffled plays each entry once a round, starts at the requested one, and none twice in a row', () => {
    const ids = Array.from({ length: 12 }, (_, index) => String(index));
    const playlist = listOf({ entryIds: ids, shuffle: true, repeat: 'all' });
    const played = walk(playlist, 120, '7');
    expect(played[0]).toBe('7');
    for (let round = 0; round < 10; round += 1)
      expect(new Set(played.slice(round * 12, round * 12 + 12)).size).toBe(12);
    expect(played.some((id, index) => index > 0 && id === played[index - 1])).toBe(false);
    expect(played.slice(0, 12)).not.toEqual(['7', ...ids.filter((id) => id !== '7')]);
  });
  test.each([false, true])(
    'stays at its place where it has an entry twice and nothing is changed, shuffled: %s',
    (shuffle) => {
      const run = { playlistId: 'list', order: ['a', 'b', 'a', 'c'], at: 2 };
      expect(updatePlaylistRun(run, listOf({ entryIds: [...run.order], shuffle }))).toEqual(run);
    },
  );
});
