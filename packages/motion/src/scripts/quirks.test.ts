import { describe, expect, test } from 'vitest';
import { parseScriptFile } from './parse-script.ts';
import { ScriptError } from './script.ts';
import { columnsToPoints } from './script-columns.ts';

const at = (...points: readonly (readonly [unknown, unknown])[]) => points.map(([time, pos]) => ({ at: time, pos }));
const PLAIN = at([0, 0], [500, 100], [1_000, 20]);
const POINTS = [
  [0, 0],
  [500, 100],
  [1_000, 20],
];
const read = (text: string) => {
  const { columns, notes, about } = parseScriptFile(text, '');
  return {
    points: columnsToPoints(columns).map(({ t, x }) => [t, x]),
    notes: notes.map(({ change }) => change),
    about,
  };
};

describe('peculiarities of real files are read, and changes are reported', () => {
  test.each<[string, string, readonly (readonly number[])[], readonly string[]]>([
    ['a byte-order mark', `\uFEFF${JSON.stringify({ actions: PLAIN })}`, POINTS, []],
    ['unsorted actions', JSON.stringify({ actions: [...PLAIN].reverse() }), POINTS, ['sorted']],
    ['raw actions beside the others', JSON.stringify({ actions: PLAIN, rawActions: at([3, 3], [4, 4]) }), POINTS, []],
    ['raw actions alone', JSON.stringify({ actions: [], rawActions: PLAIN }), POINTS, ['raw-actions']],
    ['a range of 85', JSON.stringify({ range: 85, actions: PLAIN }), POINTS, []],
    ['a range of 99', JSON.stringify({ range: 99, actions: PLAIN }), POINTS, []],
    [
      'inverted positions',
      JSON.stringify({ inverted: true, actions: PLAIN }),
      [
        [0, 100],
        [500, 0],
        [1_000, 80],
      ],
      ['inverted'],
    ],
    [
      'fractional times and positions',
      JSON.stringify({ actions: at([0.4, 0.2], [499.6, 99.9], [1_000, 20]) }),
      POINTS,
      ['rounded'],
    ],
    [
      'repeated times',
      JSON.stringify({ actions: at([0, 0], [500, 3], [500, 100], [1_000, 20]) }),
      POINTS,
      ['repeated'],
    ],
    [
      'positions outside of 0 to 100',
      JSON.stringify({ actions: at([0, -40], [500, 130], [1_000, 20]) }),
      POINTS,
      ['clamped'],
    ],
    [
      'several axes in one file, as version 1.1 has them',
      JSON.stringify({
        version: '1.1',
        actions: [],
        axes: [
          { id: 'R0', actions: PLAIN },
          { id: 'L0', actions: PLAIN },
        ],
      }),
      POINTS,
      ['stroke-axis'],
    ],
    [
      'several axes in one file, as version 2.0 has them',
      JSON.stringify({ version: '2.0', channels: { stroke: { actions: PLAIN }, roll: { actions: PLAIN } } }),
      POINTS,
      ['stroke-axis'],
    ],
  ])('%s', (_, text, points, notes) => {
    expect(read(text)).toMatchObject({ points, notes });
  });

  test('chapters and bookmarks', () => {
    const metadata = {
      bookmarks: [{ name: 'here', time: '00:00:00.500' }],
      chapters: [{ name: 'one', startTime: '00:00:00.000', endTime: '00:00:01.000' }],
    };
    const { about, notes } = read(JSON.stringify({ actions: PLAIN, metadata }));
    expect(about.chapters).toMatchObject([{ name: 'one', startMs: 0, endMs: 1_000 }]);
    expect(about.marks).toMatchObject([{ name: 'here', atMs: 500 }]);
    expect(notes).toEqual([]);
  });

  test.each([
    ['an empty list of actions', JSON.stringify({ actions: [] }), 'Need at least 2 points'],
    ['no list at all', JSON.stringify({ metadata: {} }), 'Need at least 2 points'],
    ['a file that was cut off', JSON.stringify({ actions: PLAIN }).slice(0, 40), 'Invalid Json in script'],
  ])('%s is refused in the words of the specification', (_, text, words) => {
    expect(() => read(text)).toThrow(ScriptError);
    expect(() => read(text)).toThrow(words);
  });
});
