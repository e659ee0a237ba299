import { createRandom } from '@tactus/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClockProbe,
  clockOffsetAt,
  clockUncertaintyAt,
  type TrackedClock,
  updateTrackedClock,
} from './tracked-clock.ts';

const OFFSET_MS = 1_700_000_000_000;

/** Probes of a cloud whose clock is `OFFSET_MS` ahead and runs fast by `ppm`; with the trips there and back of each. */
function batch(atMs: number, trips: readonly (readonly [there: number, back: number])[], ppm = 0): ClockProbe[] {
  return trips.map(([there, back], index) => {
    const sentMs = atMs + index * 50;
    const serverMs = OFFSET_MS + (sentMs + there) * (1 + ppm * 1e-6);
    return { rtdMs: there + back, receivedMs: sentMs + there + back, serverTimeMs: serverMs - 0.5 };
  });
}

const even: [number, number][] = [
  [10, 10],
  [12, 14],
];

const follow = (batches: readonly ClockProbe[][]): TrackedClock => {
  let track: TrackedClock | undefined;
  for (const one of batches) track = updateTrackedClock(track, one);
  if (!track) throw new Error('no batch');
  return track;
};

const every20s = (count: number, ppm = 0, fromMs = 0) =>
  Array.from({ length: count }, (_, index) => batch(fromMs + index * 20_000, even, ppm));

describe('tracking the clock of the cloud', () => {
  test('the first batch gives the offset, by its fastest trip there and its fastest trip back', () => {
    const track = follow([
      batch(0, [
        [10, 30],
        [40, 10],
      ]),
    ]);
    expect(clockOffsetAt(track, 0)).toBeCloseTo(OFFSET_MS, 3);
    expect(track.trips).toEqual([20]);
  });

  test('a batch without probes changes nothing', () => {
    const track = follow(every20s(2));
    expect(updateTrackedClock(track, [])).toBe(track);
    expect(updateTrackedClock(undefined, [])).toBeUndefined();
  });

  test('a clock that runs fast is followed between the batches too', () => {
    const track = follow(every20s(30, 40));
    const laterMs = 30 * 20_000;
    expect(track.drift).toBeCloseTo(40e-6, 6);
    expect(clockOffsetAt(track, laterMs) - (OFFSET_MS + laterMs * 40e-6)).toBeCloseTo(0, 1);
  });

  test('a batch that was delayed as a whole counts little', () => {
    const quiet = follow(every20s(10));
    const delayed = updateTrackedClock(quiet, batch(200_000, [[210, 10]]));
    expect(Math.abs(clockOffsetAt(delayed ?? quiet, 200_000) - OFFSET_MS)).toBeLessThan(0.5);
  });

  test('after a sleep or a clock that was set it starts again, but not for one odd batch', () => {
    const quiet = follow(every20s(10));
    const jumped = batch(200_000, even).map((probe) => ({ ...probe, serverTimeMs: probe.serverTimeMs + 90_000 }));
    const later = (atMs: number) =>
      batch(atMs, even).map((probe) => ({ ...probe, serverTimeMs: probe.serverTimeMs + 90_000 }));
    const once = updateTrackedClock(quiet, jumped);
    expect(Math.abs(clockOffsetAt(once ?? quiet, 200_000) - OFFSET_MS)).toBeLessThan(1);
    const thrice = updateTrackedClock(updateTrackedClock(once, later(220_000)), later(240_000));
    expect(Math.abs(clockOffsetAt(thrice ?? quiet, 240_000) - OFFSET_MS - 90_000)).toBeLessThan(1);
  });

  test('the error bound grows without probes, and includes the asymmetry that no probe shows', () => {
    const track = follow(every20s(10));
    const soon = clockUncertaintyAt(track, track.atMs);
    const late = clockUncertaintyAt(track, track.atMs + 600_000);
    expect(soon.jitterMs).toBeLessThan(1);
    expect(late.jitterMs).toBeGreaterThan(soon.jitterMs);
    expect(soon.asymmetryMs).toBeCloseTo(10.5, 6);
  });

  test('property: it is off by no more than its error, whatever the trips, their jitter and the drift', () => {
    const ms = (max: number) => fc.double({ min: 0, max, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({
          there: ms(150),
          back: ms(150),
          jitter: ms(15),
          ppm: fc.integer({ min: -60, max: 60 }),
          seed: fc.nat(),
        }),
        ({ there, back, jitter, ppm, seed }) => {
          const random = createRandom(seed);
          const trip = () => [there + random.exponential(jitter), back + random.exponential(jitter)] as const;
          let track: TrackedClock | undefined;
          for (let atMs = 0; atMs < 600_000; atMs += 20_000) {
            track = updateTrackedClock(track, batch(atMs, Array.from({ length: 5 }, trip), ppm));
            if (!track) throw new Error('no batch');
            const laterMs = atMs + 19_000;
            const { jitterMs, asymmetryMs } = clockUncertaintyAt(track, laterMs);
            const errorMs = clockOffsetAt(track, laterMs) - OFFSET_MS - laterMs * ppm * 1e-6;
            expect(Math.abs(errorMs)).toBeLessThanOrEqual(2 * jitterMs + asymmetryMs);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
