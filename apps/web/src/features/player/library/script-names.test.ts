import { expect, test } from 'vitest';
import { addScripts, cutFileName, withDistinctNames } from './script-names.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const namesOf = (scripts: readonly { name: string }[]) => scripts.map(({ name }) => name);
/** The names of an entry's scripts, once others were added. */
const added = (scripts: readonly string[], ...others: readonly string[]) =>
  namesOf(addScripts(named(...scripts), named(...others)));

test('scripts of one name get numbers behind it, before its ending', () => {
  expect(namesOf(withDistinctNames(named('a.csv', 'a.csv', 'a.csv')))).toEqual(['a.csv', 'a (2).csv', 'a (3).csv']);
  expect(namesOf(withDistinctNames(named('a (2019).csv', 'a (2019).csv')))).toEqual([
    'a (2019).csv',
    'a (2019) (2).csv',
  ]);
  expect(namesOf(withDistinctNames(named('Vol. 2', 'Vol. 2')))).toEqual(['Vol. 2', 'Vol. 2 (2)']);
});

test('a newer version takes the place before the versions of its name', () => {
  expect(added(['soft.csv', 'a.csv'], 'a.csv')).toEqual(['soft.csv', 'a (2).csv', 'a.csv']);
  expect(added(['a (2).csv', 'a.csv'], 'a.csv')).toEqual(['a (3).csv', 'a (2).csv', 'a.csv']);
  expect(added(['a.csv'], 'b.csv')).toEqual(['a.csv', 'b.csv']);
});

test('a number in the name of a script itself is no number of a version', () => {
  expect(added(['Ride.csv', 'Ride (2019).csv'], 'Ride (2019).csv')).toEqual([
    ...['Ride.csv', 'Ride (2019) (2).csv', 'Ride (2019).csv'],
  ]);
  expect(added(['Ride (2019).csv', 'Ride.csv'], 'Ride.csv')).toEqual(['Ride (2019).csv', 'Ride (2).csv', 'Ride.csv']);
  expect(added(['ride (1).csv', 'ride (2).csv'], 'ride (2).csv')).toEqual([
    ...['ride (1).csv', 'ride (2) (2).csv', 'ride (2).csv'],
  ]);
});

test('newer versions that come together stay in their order', () => {
  expect(added(['a.csv'], 'a.csv', 'a.csv')).toEqual(['a (2).csv', 'a (3).csv', 'a.csv']);
});

test.each([
  ['ride.csv', 'ride.csv'],
  [`${'x'.repeat(40)}.csv`, `${'x'.repeat(10)}.csv`],
  [`${'x'.repeat(12)}.funscript`, `${'x'.repeat(10)}.funscript`],
  ['x'.repeat(40), 'x'.repeat(10)],
  [`${'x'.repeat(9)}.${'y'.repeat(40)}`, `${'x'.repeat(9)}.`],
  ['x'.repeat(10), 'x'.repeat(10)],
])('of 30 characters at most, %s becomes %s, which stays so', (name, cut) => {
  expect(cutFileName(name, 30)).toBe(cut);
  expect(cutFileName(cut, 30)).toBe(cut);
});
