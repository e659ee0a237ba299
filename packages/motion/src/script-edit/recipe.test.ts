import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptPositionAt } from '../script-facts/interpolate.ts';
import { statisticsOf } from '../script-facts/statistics.ts';
import { columnsToPoints, type ScriptColumns } from '../scripts/script-columns.ts';
import { anyScript, scriptOf } from '../testing/any-script.ts';
import { applyRecipe, type Recipe, type RecipeStep } from './recipe.ts';

const run = { numRuns: 150 };
const strokes = (count: number, spanMs: number): ScriptColumns =>
  scriptOf(...Array.from({ length: count }, (_, index) => [index * spanMs, index % 2 === 0 ? 0 : 100] as const));
const positions = (script: ScriptColumns, ...recipe: Recipe) => [...applyRecipe(script, recipe).positions];

const anyStep: fc.Arbitrary<RecipeStep> = fc.oneof(
  fc.constantFrom<RecipeStep>({ kind: 'invert' }, { kind: 'half-speed' }),
  fc.tuple(fc.nat(50), fc.integer({ min: 50, max: 100 })).map(([low, high]) => ({ kind: 'remap' as const, low, high })),
  fc.double({ min: 0, max: 4, noNaN: true }).map((factor) => ({ kind: 'intensity' as const, factor })),
  fc.integer({ min: 1, max: 3_000 }).map((windowMs) => ({ kind: 'smooth' as const, windowMs })),
  fc.nat(30).map((tolerance) => ({ kind: 'simplify' as const, tolerance })),
  fc
    .tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 9_000 }))
    .map(([maxSpeed, maxAcceleration]) => ({ kind: 'limit' as const, maxSpeed, maxAcceleration })),
);

describe('a recipe', () => {
  test('of any steps gives a script, and leaves the original unchanged', () => {
    fc.assert(
      fc.property(anyScript(), fc.array(anyStep, { maxLength: 5 }), (script, recipe) => {
        const before = columnsToPoints(script);
        const edited = applyRecipe(script, recipe);
        expect(columnsToPoints(script)).toEqual(before);
        expect(edited.timesMs[0]).toBe(script.timesMs[0]);
        expect(edited.timesMs.at(-1)).toBe(script.timesMs.at(-1));
        for (const [index, ms] of edited.timesMs.entries()) expect(ms).toBeGreaterThan(edited.timesMs[index - 1] ?? -1);
        expect(Math.max(...edited.positions)).toBeLessThanOrEqual(100);
      }),
      run,
    );
  });

  test('applies its steps in order', () => {
    const script = strokes(3, 500);
    expect(positions(script)).toEqual([0, 100, 0]);
    expect(positions(script, { kind: 'invert' }, { kind: 'remap', low: 0, high: 40 })).toEqual([40, 0, 40]);
    expect(positions(script, { kind: 'remap', low: 0, high: 40 }, { kind: 'invert' })).toEqual([100, 60, 100]);
    expect(positions(script, { kind: 'intensity', factor: 0.5 })).toEqual([25, 75, 25]);
    expect(positions(script, { kind: 'intensity', factor: 3 })).toEqual([0, 100, 0]);
  });

  test.each<RecipeStep>([
    { kind: 'remap', low: 60, high: 40 },
    { kind: 'remap', low: Number.NaN, high: 40 },
    { kind: 'intensity', factor: -1 },
    { kind: 'smooth', windowMs: 0 },
    { kind: 'simplify', tolerance: Number.NaN },
    { kind: 'limit', maxSpeed: 0, maxAcceleration: 5 },
  ])('refuses %o', (step) => {
    expect(() => applyRecipe(strokes(3, 500), [step])).toThrow(RangeError);
  });
});

describe('the limiter', () => {
  test('limits speed and acceleration, and changes no time and no number of points', () => {
    fc.assert(
      fc.property(
        anyScript(),
        fc.integer({ min: 5, max: 900 }),
        fc.integer({ min: 5, max: 9_000 }),
        (script, maxSpeed, maxAcceleration) => {
          const limited = applyRecipe(script, [{ kind: 'limit', maxSpeed, maxAcceleration }]);
          expect([...limited.timesMs]).toEqual([...script.timesMs]);
          let [speed, legS] = [0, Infinity];
          for (let index = 1; index < limited.timesMs.length; index++) {
            const seconds = ((limited.timesMs[index] ?? 0) - (limited.timesMs[index - 1] ?? 0)) / 1_000;
            const next = ((limited.positions[index] ?? 0) - (limited.positions[index - 1] ?? 0)) / seconds;
            expect(Math.abs(next)).toBeLessThanOrEqual(maxSpeed + 1e-6);
            const slowsDown = next * speed >= 0 && Math.abs(next) <= Math.abs(speed);
            const change = Math.abs(next - speed);
            if (!slowsDown) expect(change).toBeLessThanOrEqual(maxAcceleration * Math.min(seconds, legS) + 1e-6);
            [speed, legS] = [next, seconds];
          }
        },
      ),
      run,
    );
  });

  test('shrinks a stroke that is too fast towards its middle', () => {
    const limited = positions(strokes(40, 100), { kind: 'limit', maxSpeed: 500, maxAcceleration: 1e6 });
    for (const x of limited.slice(10, 30)) {
      expect(Math.abs(x - 50)).toBeGreaterThan(15);
      expect(Math.abs(x - 50)).toBeLessThan(35);
    }
  });

  test('leaves a script within the limits unchanged', () => {
    const script = strokes(9, 1_000);
    expect(positions(script, { kind: 'limit', maxSpeed: 100, maxAcceleration: 1e6 })).toEqual([...script.positions]);
  });
});

/** Strokes of any lengths, each at 50 to 200 %/s. */
const strokesOfAnyLength = fc
  .array(fc.tuple(fc.nat(100), fc.integer({ min: 5, max: 20 })), { minLength: 2 })
  .map((legs) => {
    let [t, before] = [0, 0];
    const points = legs.map(([x, msPerPercent]) => {
      t += Math.max(1, Math.abs(x - before) * msPerPercent);
      before = x;
      return [t, x] as const;
    });
    return scriptOf([0, 0], ...points);
  });

describe('half speed', () => {
  test('takes twice as long for each stroke, and reaches as far', () => {
    const half = applyRecipe(strokes(9, 500), [{ kind: 'half-speed' }]);
    expect(columnsToPoints(half)).toEqual([
      { t: 0, x: 0 },
      { t: 1_000, x: 100 },
      { t: 2_000, x: 0 },
      { t: 3_000, x: 100 },
      { t: 4_000, x: 0 },
    ]);
    expect(statisticsOf(half).meanSpeed).toBe(statisticsOf(strokes(9, 500)).meanSpeed / 2);
  });

  test('rests where the script rests', () => {
    const script = scriptOf([0, 0], [300, 90], [600, 0], [900, 90], [9_000, 90], [9_300, 10], [9_600, 90]);
    const half = applyRecipe(script, [{ kind: 'half-speed' }]);
    for (const ms of [900, 4_000, 9_000]) expect(scriptPositionAt(half, ms)).toBe(90);
  });

  test.each([1_600, 60_000])('halves strokes of %i ms each way too', (spanMs) => {
    const half = applyRecipe(strokes(9, spanMs), [{ kind: 'half-speed' }]);
    expect(statisticsOf(half).meanSpeed).toBeCloseTo(statisticsOf(strokes(9, spanMs)).meanSpeed / 2, 6);
  });

  test('makes no part of a script faster than its fastest', () => {
    fc.assert(
      fc.property(anyScript(), (script) => {
        const half = applyRecipe(script, [{ kind: 'half-speed' }]);
        expect(statisticsOf(half).maxSpeed).toBeLessThanOrEqual(statisticsOf(script).maxSpeed + 1e-9);
      }),
      run,
    );
  });

  test('makes no movement faster than the fastest between the points around it', () => {
    fc.assert(
      fc.property(fc.oneof(anyScript(), strokesOfAnyLength), (script) => {
        const { timesMs, positions } = applyRecipe(script, [{ kind: 'half-speed' }]);
        const speedOf = (one: ScriptColumns, at: number) =>
          Math.abs((one.positions[at] ?? 0) - (one.positions[at - 1] ?? 0)) /
          ((one.timesMs[at] ?? 0) - (one.timesMs[at - 1] ?? 0));
        for (let at = 1; at < timesMs.length; at++) {
          const [fromMs, toMs] = [timesMs[at - 2] ?? 0, timesMs[at + 1] ?? Infinity];
          const around = [...script.timesMs.keys()].filter(
            (index) => index > 0 && (script.timesMs[index] ?? 0) > fromMs && (script.timesMs[index - 1] ?? 0) < toMs,
          );
          const fastest = Math.max(...around.map((index) => speedOf(script, index)));
          expect(speedOf({ timesMs, positions }, at)).toBeLessThanOrEqual(fastest + 1e-9);
        }
      }),
      run,
    );
  });

  test('gives a long stroke before a short one the time of both', () => {
    const script = scriptOf([0, 0], [1_000, 100], [2_000, 0], [2_050, 5], [2_100, 0], [3_100, 100], [4_200, 0]);
    const half = applyRecipe(script, [{ kind: 'half-speed' }]);
    expect(columnsToPoints(half).slice(0, 3)).toEqual([
      { t: 0, x: 0 },
      { t: 1_050, x: 100 },
      { t: 2_100, x: 0 },
    ]);
  });
});

describe('simplifying', () => {
  test('leaves out only points within the tolerance of the line', () => {
    fc.assert(
      fc.property(anyScript(), fc.nat(30), (script, tolerance) => {
        const simple = applyRecipe(script, [{ kind: 'simplify', tolerance }]);
        expect(simple.timesMs.length).toBeLessThanOrEqual(script.timesMs.length);
        script.timesMs.forEach((ms, index) => {
          expect(Math.abs(scriptPositionAt(simple, ms) - (script.positions[index] ?? 0))).toBeLessThanOrEqual(
            tolerance + 1e-6,
          );
        });
      }),
      run,
    );
  });

  test('leaves out points on a straight line', () => {
    const script = scriptOf([0, 0], [100, 10], [200, 20], [300, 30], [400, 0]);
    expect(columnsToPoints(applyRecipe(script, [{ kind: 'simplify', tolerance: 0 }]))).toHaveLength(3);
  });
});

describe('smoothing', () => {
  test('removes jitter and leaves the strokes', () => {
    const jittery = scriptOf([0, 0], [100, 14], [200, 17], [300, 34], [400, 37], [500, 50]);
    const smoothed = positions(jittery, { kind: 'smooth', windowMs: 400 });
    const steps = smoothed.slice(1).map((x, index) => x - (smoothed[index] ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(9);
    expect([smoothed[0], smoothed.at(-1)]).toEqual([0, 50]);
  });

  test('moves no points that are further apart than the window', () => {
    expect(positions(strokes(9, 500), { kind: 'smooth', windowMs: 400 })).toEqual([...strokes(9, 500).positions]);
  });
});
