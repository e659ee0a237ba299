import fc from 'fast-check';
import { pointsToColumns, type ScriptColumns } from '../scripts/script-columns.ts';

/** Scripts of every kind: rests, repeated positions, legs from a millisecond to minutes. */
export const anyScript = (maxLength = 60): fc.Arbitrary<ScriptColumns> =>
  fc
    .tuple(
      fc.nat(5_000),
      fc.array(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 60_000 })), fc.nat(100)), {
        minLength: 2,
        maxLength,
      }),
    )
    .map(([startMs, legs]) => {
      let t = startMs;
      return pointsToColumns(
        legs.map(([spanMs, x]) => {
          t += spanMs;
          return { t, x };
        }),
      );
    });

/** A script of positions at times, `[ms, percent]` each. */
export const scriptOf = (...points: readonly (readonly [number, number])[]): ScriptColumns =>
  pointsToColumns(points.map(([t, x]) => ({ t, x })));
