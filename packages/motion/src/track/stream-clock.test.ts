import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapIntoLap } from './laps.ts';
import { correctStreamClock, streamMsAt } from './stream-clock.ts';

const NOW_MS = 10_000;

describe('the correction of a clock', () => {
  test('removes a share of the difference', () => {
    const clock = { atMs: 9_000, streamMs: 500, rate: 2 };
    expect(correctStreamClock(clock, NOW_MS, 2_900, 0.5)).toEqual({ atMs: NOW_MS, streamMs: 2_700, rate: 2 });
  });

  test('before a future start moves the start, which keeps its place', () => {
    const clock = { atMs: 12_000, streamMs: 5_000, rate: 2 };
    expect(correctStreamClock(clock, NOW_MS, 1_000, 1)).toEqual(clock);
    expect(correctStreamClock(clock, NOW_MS, 2_000, 0.5)).toEqual({ ...clock, atMs: 11_750 });
    expect(correctStreamClock(clock, NOW_MS, 0, 1)).toEqual({ ...clock, atMs: 12_500 });
  });

  test('to a time after the start begins there at once', () => {
    const clock = { atMs: 12_000, streamMs: 5_000, rate: 1 };
    expect(correctStreamClock(clock, NOW_MS, 5_400, 1)).toEqual({ atMs: NOW_MS, streamMs: 5_400, rate: 1 });
  });

  test('of a paused clock sets the time to go on from', () => {
    const clock = { atMs: 12_000, streamMs: 5_000, rate: 0 };
    expect(correctStreamClock(clock, NOW_MS, 4_000, 1)).toEqual({ atMs: NOW_MS, streamMs: 4_000, rate: 0 });
  });

  test('property: in a loop it goes the shorter way round, whatever lap the time is of', () => {
    const numbers = fc.record({
      firstMs: fc.integer({ min: 0, max: 5_000 }),
      lapMs: fc.integer({ min: 10, max: 9_000 }),
      share: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      awayShare: fc.double({ min: -0.49, max: 0.49, noNaN: true }),
      lapsOfDevice: fc.integer({ min: 0, max: 2_000 }),
      lapsOfTime: fc.integer({ min: -2_000, max: 2_000 }),
      filter: fc.double({ min: 0, max: 1, noNaN: true }),
      rate: fc.constantFrom(0, 0.5, 1, 2),
      sinceMs: fc.integer({ min: 0, max: 5_000 }),
    });
    fc.assert(
      fc.property(numbers, ({ firstMs, lapMs, share, awayShare, lapsOfDevice, lapsOfTime, filter, rate, sinceMs }) => {
        const lap = [
          { t: firstMs, x: 0 },
          { t: firstMs + lapMs, x: 0 },
        ];
        const streamMs = firstMs + (lapsOfDevice + share) * lapMs;
        const clock = { atMs: NOW_MS - sinceMs, streamMs, rate };
        const presentMs = streamMsAt(clock, NOW_MS);
        const shouldBeMs = presentMs + (lapsOfTime + awayShare) * lapMs;
        const corrected = correctStreamClock(clock, NOW_MS, shouldBeMs, filter, lap);
        const expectedMs = presentMs + filter * awayShare * lapMs;
        const wantedMs = wrapIntoLap(lap, expectedMs < firstMs ? expectedMs + lapMs : expectedMs);
        const offMs = Math.abs(wrapIntoLap(lap, corrected.streamMs) - wantedMs);
        expect(Math.min(offMs, lapMs - offMs)).toBeLessThan(0.01);
        expect(corrected).toMatchObject({ atMs: NOW_MS, rate });
        expect(corrected.streamMs).toBeGreaterThanOrEqual(firstMs);
      }),
    );
  });
});
