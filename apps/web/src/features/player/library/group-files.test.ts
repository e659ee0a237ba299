import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isFileOfOtherAxis, kindOfFile } from '../source/file-kind.ts';
import { groupFiles } from './group-files.ts';
import { findPairQuestions } from './half-entries.ts';
import type { LibraryEntry } from './library-record.ts';
import { toListedEntry } from './library-search.ts';

const MOST_WRONG = 0.002;
const LEAST_RIGHT = 0.95;

interface Counts {
  readonly all: string[];
  readonly right: string[];
  readonly wrong: string[];
  readonly asked: string[];
}

const fileOf = (name: string) => ({ name, type: '' });
const formOf = (name: string) => (name.startsWith('nfd:') ? name.slice(4).normalize('NFD') : name);
const isPlayed = (name: string) => kindOfFile(fileOf(name)) !== 'unknown' && !isFileOfOtherAxis(name);

/** The folders of a file of names: lines of names that belong together. */
function foldersOf(file: string): string[][][] {
  const text = readFileSync(new URL(`../source/testing/${file}`, import.meta.url), 'utf8');
  const linesOf = (folder: string) => folder.split('\n').filter((line) => line !== '');
  return text
    .split(/^== .*\n/m)
    .slice(1)
    .map((folder) => linesOf(folder).map((line) => line.split(' | ').map(formOf).filter(isPlayed)));
}

/** Groups the files of a folder, and asks what is left to ask. */
function pairFolder(lines: readonly (readonly string[])[]) {
  const groups = groupFiles(lines.flat().map(fileOf)).map(({ title, medium, scripts, subtitles }, index) => ({
    names: [medium, ...scripts, subtitles].flatMap((file) => file?.name ?? []),
    subtitles: subtitles?.name,
    entry: {
      ...{ version: 1 as const, id: String(index), title, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
      scripts: scripts.map((script) => ({ ...script, hash: script.name })),
      ...(medium && { medium: { ...medium, size: 1 } }),
    } satisfies LibraryEntry,
  }));
  const listed = groups.map(({ entry }) => toListedEntry(entry, true));
  return { groups, questions: findPairQuestions(listed, new Set(groups.map(({ entry }) => entry.id))) };
}

function count(files: readonly string[]): Counts {
  const counts: Counts = { all: [], right: [], wrong: [], asked: [] };
  for (const lines of files.flatMap(foldersOf)) {
    const { groups, questions } = pairFolder(lines);
    for (const line of lines)
      for (const name of line) {
        const group = groups.find(({ names }) => names.includes(name));
        const isOfOther = group?.names.some((other) => !line.includes(other)) ?? false;
        // An entry has one file of subtitles: further ones are left out.
        const wanted = line.filter((other) => other === name || !(group?.subtitles && /\.(srt|vtt)$/.test(other)));
        const isAsked = questions.some(
          ({ film, script }) => film.id === group?.entry.id || script.id === group?.entry.id,
        );
        counts.all.push(name);
        if (isOfOther) counts.wrong.push(name);
        else if (isAsked) counts.asked.push(name);
        else if (wanted.every((other) => group?.names.includes(other))) counts.right.push(name);
      }
  }
  return counts;
}

describe('files as people name them', () => {
  test('at least 600 of them are in the lists of names', () => {
    expect(count(['usual-names.txt', 'misleading-names.txt']).all.length).toBeGreaterThanOrEqual(600);
  });

  test.each([
    ['usual-names.txt', 0.97],
    ['misleading-names.txt', 0.93],
  ])('of %s none is paired wrongly, and at least %d of them are right without a question', (file, least) => {
    const { all, right, wrong } = count([file]);
    expect(wrong).toEqual([]);
    expect(right.length / all.length).toBeGreaterThanOrEqual(least);
  });

  test('of all, at most 0.2 % are paired wrongly, and 95 % are right without a question', () => {
    const { all, right, wrong } = count(['usual-names.txt', 'misleading-names.txt']);
    expect(wrong.length / all.length).toBeLessThanOrEqual(MOST_WRONG);
    expect(right.length / all.length).toBeGreaterThanOrEqual(LEAST_RIGHT);
  });
});

describe('a question about files that may belong together', () => {
  const questionsOf = (...names: string[]) =>
    pairFolder([names]).questions.map(({ film, script, isLikely }) => [
      film.medium?.name,
      script.scripts[0]?.name,
      isLikely,
    ]);

  test('names the one film whose title is within the name of the script, or the other way round', () => {
    expect(questionsOf('watch_3310245_Corner_Table.mp4', 'Corner Table.funscript', 'Long Road.mp4')).toEqual([
      ['watch_3310245_Corner_Table.mp4', 'Corner Table.funscript', true],
    ]);
  });

  test('names each film where several fit alike', () => {
    expect(questionsOf('Cove_4K.mp4', 'Cove_1080p.mp4', 'Cove.funscript')).toEqual([
      ['Cove_1080p.mp4', 'Cove.funscript', false],
      ['Cove_4K.mp4', 'Cove.funscript', false],
    ]);
  });

  test('is asked where a letter differs, and never where a number or a year does', () => {
    expect(questionsOf('Morning Intervall.mp4', 'Morning Interval.funscript')).toHaveLength(1);
    expect(questionsOf('Twin Falls 1.mp4', 'Twin Falls 2.funscript')).toEqual([]);
    expect(questionsOf('Harvest 2019.mp4', 'Harvest 2020.funscript')).toEqual([]);
  });

  test('is not asked about a film that has a script', () => {
    expect(questionsOf('Bay.mp4', 'Bay.funscript', 'Bay Window.funscript')).toEqual([]);
  });
});
