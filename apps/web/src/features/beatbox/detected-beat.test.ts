import { expect, test } from 'vitest';
import { defaultSettings } from '../../settings/schema.ts';
import { toPlayableBeat } from './beat-editor.ts';
import { beatFromTempo, safeFunscriptName } from './beat-file.ts';
import { rateJumpSpeed, rateJumpsToColumns } from './speed-rating.ts';

const fresh = defaultSettings().beatbox.currentBeat;

test('a detected tempo becomes strokes on every beat, as many as fit into the columns', () => {
  const beat = toPlayableBeat(beatFromTempo(fresh, 120, 1));
  expect(beat.cellMs).toBe(125);
  expect(beat.levels).toEqual([100, undefined, 10, undefined, 100, undefined, 10, undefined]);
});

test('or on every second beat, in a grid that is too short for one as well', () => {
  expect(toPlayableBeat(beatFromTempo(fresh, 90, 2)).levels).toEqual([
    ...[100, undefined, undefined, undefined, 10, undefined, undefined, undefined],
  ]);
  const short = { ...fresh, settings: { ...fresh.settings, resolution: { height: 4, time: 3 } } };
  expect(toPlayableBeat(beatFromTempo(short, 90, 1)).levels).toEqual([100, undefined, 25, undefined]);
});

test('the jump to a column has the rating of its speed, and that of the first column joins two laps', () => {
  const legs = [
    { fromMs: 0, toMs: 250, from: 10, to: 100, speed: 360 },
    { fromMs: 250, toMs: 500, from: 100, to: 10, speed: 300 },
  ];
  const beat = { levels: [10, 100], cellMs: 250 };
  expect(rateJumpsToColumns(legs, beat, 350)).toEqual(['near', 'too-fast']);
  expect(rateJumpsToColumns(legs, beat, undefined)).toEqual(['ok', 'ok']);
  expect(rateJumpsToColumns([], beat, 350)).toEqual(['ok', 'ok']);
  expect(rateJumpSpeed({ speed: 100 }, 350)).toBe('ok');
});

test('a file is named after its beat, in letters that every system takes', () => {
  expect([safeFunscriptName('Takt 1: rask/å'), safeFunscriptName('../'), safeFunscriptName('')]).toEqual([
    ...['Takt 1 raskå.funscript', 'beat.funscript', 'beat.funscript'],
  ]);
});
