import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkScriptForDevice } from '../script-facts/check-script-for-device.ts';
import { pointsToColumns } from '../scripts/script-columns.ts';
import {
  type BeatShape,
  bpmOfColumnMs,
  cellsOfLevels,
  columnMsOfBpm,
  gridLevels,
  levelsOfCells,
  nearestLevel,
} from './beat.ts';
import { gridOfScript } from './beat-grid-of-script.ts';
import { legsOfBeat, pointsOfBeat } from './beat-laps.ts';
import { nextPlaylistPlace, type PlaylistEntry, type PlaylistPlace } from './play-order.ts';
import { addTap, bpmOfTaps, type TapTimes } from './tap-tempo.ts';

describe('the grid', () => {
  test('has levels from 100 down to 10, and four columns are one beat', () => {
    expect(gridLevels(10)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect([bpmOfColumnMs(250), columnMsOfBpm(60), columnMsOfBpm(120)]).toEqual([60, 250, 125]);
    expect([columnMsOfBpm(1), columnMsOfBpm(10_000)]).toEqual([1_000, 50]);
  });

  test('rounds a position to the nearest level', () => {
    expect([0, 14, 15, 55, 96, 100, 300].map((pos) => nearestLevel(pos, 10))).toEqual([10, 10, 20, 60, 100, 100, 100]);
    expect(nearestLevel(40, 3)).toBe(33);
  });

  test('is the same after its cells were stored and read', () => {
    const column = fc.option(
      fc.integer({ min: 1, max: 10 }).map((level) => level * 10),
      { nil: undefined },
    );
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 1, maxLength: 32 }),
        fc.double({ min: 50, max: 1_000, noNaN: true }),
        (levels, cellMs) => {
          const grid = { columns: levels.length, height: 10, cellMs };
          expect(levelsOfCells(cellsOfLevels(levels, cellMs), grid)).toEqual(levels);
        },
      ),
    );
  });

  test('leaves out cells outside, and takes the later of two in a column', () => {
    const cells = [
      { at: -300, pos: 5 },
      { at: 0, pos: 20 },
      { at: 10, pos: 90 },
      { at: 900, pos: 50 },
    ];
    expect(levelsOfCells(cells, { columns: 3, height: 10, cellMs: 250 })).toEqual([90, undefined, undefined]);
  });
});

test('a jump counts as too fast for the device exactly where the check before a play reports it', () => {
  const column = fc.option(
    fc.integer({ min: 1, max: 10 }).map((level) => level * 10),
    { nil: undefined },
  );
  const anyBeat: fc.Arbitrary<BeatShape> = fc.record({
    ...{ levels: fc.array(column, { minLength: 2, maxLength: 16 }), fillPoints: fc.boolean() },
    addEndPoint: fc.constant(true),
  });
  fc.assert(
    fc.property(
      anyBeat,
      fc.integer({ min: 50, max: 500 }),
      fc.integer({ min: 50, max: 800 }),
      (beat, cellMs, maxSpeed) => {
        const { tooFast } = checkScriptForDevice(
          pointsToColumns(pointsOfBeat(beat, cellMs)),
          { maxSpeed, minSpeed: 0 },
          undefined,
        );
        expect(legsOfBeat(beat, cellMs).filter(({ speed }) => speed > maxSpeed)).toHaveLength(tooFast);
      },
    ),
  );
});

describe('tap tempo', () => {
  const taps = (...at: number[]) => at.reduce<TapTimes>(addTap, []);

  test('needs two taps', () => {
    expect(bpmOfTaps([])).toBeUndefined();
    expect(bpmOfTaps(taps(5_000))).toBeUndefined();
    expect(bpmOfTaps(taps(5_000, 5_500))).toBe(120);
  });

  test('is the tempo of all taps, not of the last two', () => {
    expect(bpmOfTaps(taps(0, 510, 990, 1_505, 2_000))).toBeCloseTo(120, 0);
  });

  test('counts the last eight, and begins again after a pause or a clock that went back', () => {
    const steady = Array.from({ length: 20 }, (_, index) => index * 1_000);
    expect(taps(...steady)).toHaveLength(8);
    expect(bpmOfTaps(taps(...steady, 19_300, 19_600))).toBeGreaterThan(60);
    expect(taps(0, 500, 9_000)).toEqual([9_000]);
    expect(taps(500, 400)).toEqual([400]);
  });
});

describe('a playlist', () => {
  const entries: readonly PlaylistEntry[] = [
    { uuid: 'a', repeats: 2 },
    { uuid: 'b', repeats: 1 },
    { uuid: 'c', repeats: 3 },
  ];

  function played(count: number, shuffle: boolean, share: () => number): string[] {
    let place: PlaylistPlace | undefined;
    return Array.from({ length: count }, () => {
      place = nextPlaylistPlace(entries, place, { shuffle, share });
      return entries[place?.order[place.at] ?? -1]?.uuid ?? '';
    });
  }

  test('plays every entry for its number of laps, again and again', () => {
    expect(played(8, false, () => 0).join('')).toBe('aabcccaa');
  });

  test('shuffled, plays every entry once a pass, and none twice in a row between passes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 40, maxLength: 40 }),
        (shares) => {
          let at = 0;
          const passes =
            played(18, true, () => shares[at++ % shares.length] ?? 0)
              .join('')
              .match(/.{6}/g) ?? [];
          for (const pass of passes) expect([...pass].sort().join('')).toBe('aabccc');
          passes.slice(1).forEach((pass, index) => {
            expect(pass[0]).not.toBe(passes[index]?.at(-1));
          });
        },
      ),
    );
  });

  test('has no next place without entries, and begins another pass after a change', () => {
    expect(nextPlaylistPlace([], undefined, { shuffle: false, share: () => 0 })).toBeUndefined();
    const place = { order: [0, 1, 2], at: 2, repeat: 2 };
    expect(nextPlaylistPlace(entries.slice(0, 2), place, { shuffle: false, share: () => 0 })).toEqual({
      ...{ order: [0, 1], at: 0, repeat: 0 },
    });
    expect(nextPlaylistPlace(entries.slice(0, 1), undefined, { shuffle: true, share: () => 0.5 })?.order).toEqual([0]);
  });
});

describe('a script in the grid', () => {
  test('has columns of the commonest time between points, and ends at the point that closes the lap', () => {
    const points = [10, 100, 40, 80, 10].map((x, index) => ({ t: 500 + index * 200, x }));
    expect(gridOfScript(points, { mostColumns: 32, height: 10 })).toEqual({
      ...{ levels: [10, 100, 40, 80], cellMs: 200, leftOut: 0 },
    });
  });

  test('leaves columns without points empty, and counts the points without a column', () => {
    const points = [0, 200, 400, 600, 1_000, 1_100, 2_000].map((t, index) => ({ t, x: 20 + index * 10 }));
    expect(gridOfScript(points, { mostColumns: 6, height: 10 })).toEqual({
      ...{ levels: [20, 30, 40, 50, undefined, 60], cellMs: 200, leftOut: 2 },
    });
  });

  test('averages the times between points that belong to one step of 10 ms, and takes the earliest of equally common steps', () => {
    const gridOfTimes = (times: readonly number[]) =>
      gridOfScript(
        times.map((t, index) => ({ t, x: index % 2 === 0 ? 10 : 100 })),
        { mostColumns: 8, height: 10 },
      ).cellMs;
    expect(gridOfTimes([0, 198, 400, 604, 1_000])).toBe(201);
    expect(gridOfTimes([0, 500, 800, 1_300, 1_600])).toBe(500);
  });

  test('a script of 100,000 evenly spaced points takes less than a second', () => {
    const points = Array.from({ length: 100_000 }, (_, index) => ({ t: index * 100, x: index % 2 === 0 ? 10 : 100 }));
    const startMs = performance.now();
    expect(gridOfScript(points, { mostColumns: 32, height: 10 })).toMatchObject({ cellMs: 100, leftOut: 99_968 });
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });

  test('a script of two points or of none has columns too', () => {
    expect(
      gridOfScript(
        [
          { t: 0, x: 0 },
          { t: 90_000, x: 100 },
        ],
        { mostColumns: 8, height: 10 },
      ).cellMs,
    ).toBe(1_000);
    expect(gridOfScript([], { mostColumns: 8, height: 10 })).toEqual({
      ...{ levels: [undefined, undefined], cellMs: 1_000, leftOut: 0 },
    });
  });

  test('a beat without empty columns is the same after a conversion to points and back', () => {
    const level = fc.integer({ min: 1, max: 10 }).map((row) => row * 10);
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 2, maxLength: 32 }),
        fc.integer({ min: 50, max: 1_000 }),
        (levels, cellMs) => {
          const points = pointsOfBeat({ levels, fillPoints: true, addEndPoint: true }, cellMs);
          expect(gridOfScript(points, { mostColumns: 32, height: 10 })).toEqual({ levels, cellMs, leftOut: 0 });
        },
      ),
    );
  });
});
