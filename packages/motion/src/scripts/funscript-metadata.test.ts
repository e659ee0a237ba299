import { expect, test } from 'vitest';
import { parseScriptFile } from './parse-script.ts';
import { columnsToPoints, firstIndexAtOrAfter } from './script-columns.ts';

const actions = [
  { at: 0, pos: 1 },
  { at: 900, pos: 99 },
];
const read = (file: object) => parseScriptFile(JSON.stringify({ actions, ...file }));

test('title, version, chapters and bookmarks are read, in order', () => {
  const { about } = read({
    version: '1.1',
    metadata: {
      title: ' Morning ',
      chapters: [
        { name: 'two', startTime: '00:01:00.500', endTime: '01:00:00' },
        { name: 'one', startTime: 0, endTime: 60_500 },
        { name: 'backwards', startTime: '9', endTime: '3' },
        { name: 'no time', startTime: 'soon', endTime: '1:99:x' },
        7,
      ],
      bookmarks: [{ name: 'b', time: '01:02.25' }, { time: 5 }, { name: 'never', time: -1 }],
    },
  });
  expect(about).toEqual({
    title: 'Morning',
    version: '1.1',
    chapters: [
      { name: 'one', startMs: 0, endMs: 60_500 },
      { name: 'two', startMs: 60_500, endMs: 3_600_000 },
    ],
    marks: [
      { name: '', atMs: 5 },
      { name: 'b', atMs: 62_250 },
    ],
    otherAxes: [],
  });
});

test('axes that no supported device has are listed, in either version', () => {
  expect(read({ axes: [{ id: 'R0', actions }, { id: 'L0', actions }, { id: 4 }] }).about.otherAxes).toEqual(['R0']);
  expect(read({ channels: { stroke: { actions }, sway: { actions } } }).about.otherAxes).toEqual(['sway']);
  expect(read({ channels: [{ name: 'twist' }, null] }).about.otherAxes).toEqual(['twist']);
});

test.each([
  [
    'an axis L0',
    {
      axes: [
        { id: 'R0', actions: [] },
        { id: 'L0', actions },
      ],
    },
    'stroke-axis',
  ],
  ['a channel stroke', { channels: { stroke: { actions } } }, 'stroke-axis'],
  ['raw actions', { rawActions: actions }, 'raw-actions'],
])('a file without actions is played from %s, and a note reports it', (_, more, change) => {
  const { columns, notes } = read({ actions: [], ...more });
  expect(columnsToPoints(columns)).toEqual([
    { t: 0, x: 1 },
    { t: 900, x: 99 },
  ]);
  expect(notes).toEqual([{ change, points: 2 }]);
});

test('invalid metadata never prevents a file from being read', () => {
  for (const metadata of [null, 5, [], 'x', { chapters: 'many', bookmarks: {} }, { title: 7 }])
    expect(read({ metadata, axes: metadata, channels: metadata, version: {} }).columns.timesMs).toHaveLength(2);
});

test('the point at or after a time is found', () => {
  const { columns } = read({});
  expect([0, 1, 900, 901].map((timeMs) => firstIndexAtOrAfter(columns, timeMs))).toEqual([0, 1, 1, 2]);
});
