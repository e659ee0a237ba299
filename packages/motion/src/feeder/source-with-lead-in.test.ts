import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScriptPoint } from '../scripts/script.ts';
import { liveSource, loopedSource, type PointSource, recordedSource } from './point-source.ts';
import { linearPositionAt, sourceWithLeadIn } from './source-with-lead-in.ts';

const SPEED = 0.1;
/** Rounding to whole ms and percent on a leg of 2 percent a ms at the most. */
const SLACK_PERCENT = 3;
const SCRIPT: ScriptPoint[] = [
  { t: 0, x: 0 },
  { t: 1_000, x: 50 },
  { t: 2_000, x: 50 },
  { t: 3_000, x: 0 },
];
const all = (source: PointSource) => Array.from({ length: source.length }, (_, index) => source.pointAt(index));

describe('a path onto a course', () => {
  test('meets the course in the middle of a leg, as early as the speed allows, and then follows it', () => {
    // From 0 at 500 ms towards a course at 25 that rises by 50 a second: 100 a second gain on it by 50 a second.
    expect(all(sourceWithLeadIn(recordedSource(SCRIPT), { t: 500, x: 0 }, SPEED))).toEqual([
      { t: 500, x: 0 },
      { t: 1_000, x: 50 },
      { t: 2_000, x: 50 },
      { t: 3_000, x: 0 },
    ]);
    expect(all(sourceWithLeadIn(recordedSource(SCRIPT), { t: 1_200, x: 10 }, SPEED))).toEqual([
      { t: 1_200, x: 10 },
      { t: 1_600, x: 50 },
      { t: 2_000, x: 50 },
      { t: 3_000, x: 0 },
    ]);
  });

  test('is empty for a slider that is on the course', () => {
    expect(all(sourceWithLeadIn(recordedSource(SCRIPT), { t: 500, x: 25 }, SPEED))).toEqual([
      { t: 500, x: 25 },
      ...SCRIPT.slice(1),
    ]);
  });

  test('leads to the first point before the course begins, and to the last one after its end', () => {
    const late = SCRIPT.map(({ t, x }) => ({ t: t + 5_000, x }));
    expect(all(sourceWithLeadIn(recordedSource(late), { t: 1_000, x: 80 }, SPEED))).toEqual([
      { t: 1_000, x: 80 },
      ...late,
    ]);
    expect(all(sourceWithLeadIn(recordedSource(SCRIPT), { t: 4_000, x: 30 }, SPEED))).toEqual([
      { t: 4_000, x: 30 },
      { t: 4_300, x: 0 },
    ]);
    expect(all(sourceWithLeadIn(recordedSource(SCRIPT), { t: 4_000, x: 0 }, SPEED))).toEqual([{ t: 4_000, x: 0 }]);
    expect(all(sourceWithLeadIn(recordedSource([]), { t: 4_000, x: 7 }, SPEED))).toEqual([{ t: 4_000, x: 7 }]);
  });

  test('skips first points that it cannot reach in time', () => {
    const late = SCRIPT.map(({ t, x }) => ({ t: t + 5_000, x }));
    const [from, meeting, ...rest] = all(sourceWithLeadIn(recordedSource(late), { t: 4_900, x: 100 }, SPEED));
    expect([from, rest]).toEqual([{ t: 4_900, x: 100 }, late.slice(1)]);
    expect(meeting?.t).toBeGreaterThan(5_500);
    expect(meeting?.t).toBeLessThanOrEqual(5_600);
  });

  test('goes on as an endless loop if the course is one', () => {
    const course = sourceWithLeadIn(loopedSource(recordedSource(SCRIPT)), { t: 1_500, x: 50 }, SPEED);
    expect([course.length, course.complete]).toEqual([Infinity, true]);
    expect([0, 1, 2, 3].map((index) => course.pointAt(index)?.t)).toEqual([1_500, 2_000, 3_000, 4_000]);
    expect(course.countUntil(3_500)).toBe(3);
  });

  test('onto a live course ends where the known course ends', () => {
    const live = { points: [{ t: 0, x: 0 }] as ScriptPoint[], ended: false };
    const course = sourceWithLeadIn(liveSource(live), { t: 100, x: 40 }, SPEED);
    expect([course.length, course.complete, course.countUntil(50), course.pointAt(1)]).toEqual([
      1,
      false,
      0,
      undefined,
    ]);
    live.points.push({ t: 1_000, x: 50 }, { t: 2_000, x: 60 });
    expect(course.length).toBeGreaterThan(1);
    expect(course.complete).toBe(false);
    expect(course.pointAt(course.length - 1)).toEqual({ t: 2_000, x: 60 });
    live.ended = true;
    expect(course.complete).toBe(true);
  });

  test('property: is never faster than allowed, and has every point of the course after the meeting', () => {
    const leg = fc.record({ gapMs: fc.integer({ min: 50, max: 900 }), x: fc.integer({ min: 0, max: 100 }) });
    fc.assert(
      fc.property(
        fc.array(leg, { minLength: 1, maxLength: 30 }),
        fc.record({ t: fc.integer({ min: 0, max: 10_000 }), x: fc.integer({ min: 0, max: 100 }) }),
        fc.integer({ min: 20, max: 400 }),
        (legs, from, percentPerS) => {
          let t = 0;
          const points = legs.map(({ gapMs, x }) => {
            t += gapMs;
            return { t, x };
          });
          const joined = all(sourceWithLeadIn(recordedSource(points), from, percentPerS / 1_000)) as ScriptPoint[];
          const first = joined.findIndex((point) => points.includes(point));
          const tail = first < 0 ? [] : joined.slice(first);
          expect(tail).toEqual(tail.length === 0 ? [] : points.slice(-tail.length));
          const [start, next] = joined;
          const beside = Math.abs((linearPositionAt(recordedSource(points), from.t) ?? from.x) - from.x);
          if (start && next && beside > 0.5)
            expect(Math.abs(next.x - start.x)).toBeLessThanOrEqual(
              (percentPerS / 1_000) * (next.t - start.t) + SLACK_PERCENT,
            );
          expect(joined.every((point, index) => point.t >= (joined[index - 1]?.t ?? from.t))).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test('a course is the straight line between its points, and rests at its ends', () => {
  const course = recordedSource(SCRIPT);
  expect([-5, 0, 500, 1_500, 2_500, 9_000].map((ms) => linearPositionAt(course, ms))).toEqual([0, 0, 25, 50, 25, 0]);
  expect(linearPositionAt(recordedSource([]), 3)).toBeUndefined();
});
