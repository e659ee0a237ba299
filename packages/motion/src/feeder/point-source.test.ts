import { describe, expect, test } from 'vitest';
import { loopedSource } from './point-source.ts';

describe('a loop', () => {
  test('with equal ends is a stream without a seam, for ever', () => {
    const source = loopedSource([
      { t: 100, x: 0 },
      { t: 600, x: 90 },
      { t: 1100, x: 0 },
    ]);
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
    const source = loopedSource([
      { t: 0, x: 0 },
      { t: 500, x: 90 },
    ]);
    expect([1, 2, 3].map((index) => source.pointAt(index))).toEqual([
      { t: 500, x: 90 },
      { t: 501, x: 0 },
      { t: 1001, x: 90 },
    ]);
  });

  test('of nothing is refused', () => {
    expect(() => loopedSource([{ t: 0, x: 0 }])).toThrow(RangeError);
  });
});
