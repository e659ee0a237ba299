import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsToPoints } from '../scripts/script-columns.ts';
import { anyScript } from '../testing/any-script.ts';
import { columnsSource, loopedSource, recordedSource } from './point-source.ts';

describe('a loop', () => {
  test('with equal ends is an endless stream without a seam', () => {
    const source = loopedSource(
      recordedSource([
        { t: 100, x: 0 },
        { t: 600, x: 90 },
        { t: 1100, x: 0 },
      ]),
    );
    expect(source.lapMs).toBe(1000);
    expect([0, 1, 2, 3, 4].map((index) => source.pointAt(index))).toEqual([
      { t: 100, x: 0 },
      { t: 600, x: 90 },
      { t: 1100, x: 0 },
      { t: 1600, x: 90 },
      { t: 2100, x: 0 },
    ]);
    expect([0, 100, 1099, 1100, 2600].map((ms) => source.countUntil(ms))).toEqual([0, 1, 2, 3, 6]);
    expect(source.scriptMsAt(2700)).toBe(700);
  });

  test('with different ends goes from one to the other as fast as the slider can', () => {
    const source = loopedSource(
      recordedSource([
        { t: 0, x: 0 },
        { t: 500, x: 90 },
      ]),
    );
    expect([1, 2, 3].map((index) => source.pointAt(index))).toEqual([
      { t: 500, x: 90 },
      { t: 501, x: 0 },
      { t: 1001, x: 90 },
    ]);
  });

  test('of nothing is refused', () => {
    expect(() => loopedSource(recordedSource([{ t: 0, x: 0 }]))).toThrow(RangeError);
  });
});

test('columns are a source like the points that they hold', () => {
  fc.assert(
    fc.property(anyScript(), fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }), (columns, index, share) => {
      const [source, wanted] = [columnsSource(columns), recordedSource(columnsToPoints(columns))];
      const streamMs = share * ((columns.timesMs.at(-1) ?? 0) + 1_000);
      expect([source.length, source.complete]).toEqual([wanted.length, true]);
      expect(source.pointAt(index % (wanted.length + 1))).toEqual(wanted.pointAt(index % (wanted.length + 1)));
      expect(source.countUntil(streamMs)).toBe(wanted.countUntil(streamMs));
      const at = columns.timesMs[index % wanted.length] ?? 0;
      expect(source.countUntil(at)).toBe(wanted.countUntil(at));
    }),
  );
});
