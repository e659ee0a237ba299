import { expect, test } from 'vitest';
import type { PlayerHandle } from '../session/player-handle.ts';
import { type PlayerSource, sourceOfFile } from '../source/source.ts';
import { groupOpenFiles } from './group-open-files.ts';

const sourceOf = (name: string, type = ''): PlayerSource => sourceOfFile(new File([name], name, { type }));
const [one, two] = [sourceOf('test-clip.webm', 'video/webm'), sourceOf('second-film.webm', 'video/webm')];
const [ofOne, ofTwo, lone] = [sourceOf('test-clip.csv'), sourceOf('second-film.csv'), sourceOf('evening.csv')];

/** The names in each group of what is open. */
function namesOf(part: Partial<PlayerHandle['current']>) {
  const files = { medium: undefined, scripts: [], subtitles: undefined, otherAxes: [], sources: [] };
  const groups = groupOpenFiles({
    ...{ ...files, chosenScript: undefined, played: undefined, script: undefined, durationMs: 0 },
    ...part,
  });
  return groups.map(({ medium, scripts }) => [medium, ...scripts].map((source) => source?.name ?? '').join(' '));
}

test('several open films: each has its own scripts only', () => {
  const open = { medium: two, scripts: [ofTwo, ofOne], sources: [one, two, ofOne, ofTwo], chosenScript: ofTwo };
  expect(namesOf(open)).toEqual(['second-film.webm second-film.csv', 'test-clip.webm test-clip.csv']);
});

test('several open films: a script of another name is an entry of its own until it is chosen for a film', () => {
  const open = { medium: two, scripts: [lone, ofOne], sources: [one, two, ofOne, lone] };
  expect(namesOf(open)).toEqual([' evening.csv', 'second-film.webm', 'test-clip.webm test-clip.csv']);
  expect(namesOf({ ...open, chosenScript: lone })).toEqual([
    'second-film.webm evening.csv',
    'test-clip.webm test-clip.csv',
  ]);
});

test('one open film has every open script, whatever their names', () => {
  const open = { medium: two, scripts: [ofTwo, lone], sources: [two, ofTwo, lone], chosenScript: ofTwo };
  expect(namesOf(open)).toEqual(['second-film.webm second-film.csv evening.csv']);
});
