import { describe, expect, test } from 'vitest';
import { planMove, planStop, planTimedMove } from './move.ts';
import { planEndMs, planRest, planStateAt } from './plan.ts';
import { nextKnotMs } from './testing/next-knot.ts';

const zone = { minMm: 5, maxMm: 105 };
const limits = { maxSpeedMmS: 400, maxAccelerationMmS2: 9000 };
const atRest = (positionMm: number) => ({ positionMm, speedMmS: 0 });
const START_MS = 1_700_000_000_000;
const base = { startMs: START_MS, zone, limits };

describe('a move to rest', () => {
  test('over the whole stroke it speeds up, cruises at the limit and brakes: 294.4 ms for 100 mm', () => {
    const plan = planMove({ ...base, from: atRest(5), toMm: 105 });
    expect(planEndMs(plan) - START_MS).toBeCloseTo(250 + 400 / 9, 2);
    expect(planStateAt(plan, START_MS + 147.222)).toMatchObject({ speedMmS: 400, accelerationMmS2: 0 });
    expect(planStateAt(plan, START_MS + 147.2222222).positionMm).toBeCloseTo(55, 2);
    expect(planStateAt(plan, START_MS + 10_000)).toEqual({ positionMm: 105, speedMmS: 0, accelerationMmS2: 0 });
  });

  test('over a short distance it never reaches the speed limit: the time is 2 sqrt(d / a)', () => {
    const plan = planMove({ ...base, startMs: 0, from: atRest(50), toMm: 54 });
    expect(planEndMs(plan)).toBeCloseTo(2000 * Math.sqrt(4 / 9000), 9);
    expect(planStateAt(plan, planEndMs(plan) / 2).speedMmS).toBeCloseTo(Math.sqrt(4 * 9000), 9);
  });

  test('when too fast to stop at the target, it brakes past it and turns back', () => {
    const plan = planMove({ ...base, startMs: 0, from: { positionMm: 50, speedMmS: 300 }, toMm: 52 });
    expect(planStateAt(plan, 1000 / 30)).toMatchObject({ positionMm: 55 });
    expect(planStateAt(plan, planEndMs(plan))).toMatchObject({ positionMm: 52, speedMmS: 0 });
    expect(planEndMs(plan)).toBeCloseTo(1000 / 30 + 2000 * Math.sqrt(3 / 9000), 9);
  });

  test('a target outside the zone means the end of the zone', () => {
    const plan = planMove({ ...base, from: atRest(50), toMm: 500 });
    expect(planStateAt(plan, Infinity).positionMm).toBe(105);
  });

  test('a cruise speed below the limit is used, one above is capped', () => {
    const slow = planMove({ ...base, startMs: 0, from: atRest(5), toMm: 105, cruiseMmS: 100 });
    expect(planStateAt(slow, 500).speedMmS).toBe(100);
    const cut = planMove({ ...base, startMs: 0, from: atRest(5), toMm: 105, cruiseMmS: 4000 });
    expect(planStateAt(cut, 147).speedMmS).toBe(400);
  });

  test('when faster than the limit, it slows down to the limit first', () => {
    const plan = planMove({
      ...base,
      startMs: 0,
      limits: { ...limits, maxSpeedMmS: 100 },
      from: { positionMm: 20, speedMmS: 400 },
      toMm: 100,
    });
    expect(planStateAt(plan, 0).accelerationMmS2).toBe(-9000);
    expect(planStateAt(plan, 1000 / 30 + 1).speedMmS).toBe(100);
  });

  test('limits that are not above 0 are refused with their name', () => {
    const broken = { ...limits, maxSpeedMmS: 0 };
    expect(() => planMove({ ...base, limits: broken, from: atRest(5), toMm: 9 })).toThrow(/maxSpeedMmS/);
    const still = { ...limits, maxAccelerationMmS2: Number.NaN };
    for (const plan of [planMove, planStop])
      expect(() => plan({ ...base, limits: still, from: atRest(5), toMm: 9 })).toThrow(/maxAccelerationMmS2/);
  });
});

describe('a timed move', () => {
  test('arrives at its time with the lowest peak speed', () => {
    const plan = planTimedMove({ ...base, startMs: 0, from: atRest(5), toMm: 105, durationMs: 1000 });
    expect(planEndMs(plan)).toBeCloseTo(1000, 6);
    // c^2 / a - c t + d = 0: a cruise of 101.1 mm/s.
    expect(planStateAt(plan, 500).speedMmS).toBeCloseTo((9000 - Math.sqrt(9000 ** 2 - 4 * 9000 * 100)) / 2, 6);
  });

  test('that has too little time is as fast as the limits permit', () => {
    const fastest = planEndMs(planMove({ ...base, startMs: 0, from: atRest(5), toMm: 105 }));
    for (const durationMs of [0, 1, 100, 294])
      expect(planEndMs(planTimedMove({ ...base, startMs: 0, from: atRest(5), toMm: 105, durationMs }))).toBe(fastest);
  });

  test('that has much time slows down at once when it is already moving there', () => {
    const plan = planTimedMove({
      ...base,
      startMs: 0,
      from: { positionMm: 40, speedMmS: 300 },
      toMm: 100,
      durationMs: 2000,
    });
    expect(planEndMs(plan)).toBeCloseTo(2000, 6);
    expect(planStateAt(plan, 0).accelerationMmS2).toBe(-9000);
    expect(planStateAt(plan, 1000).speedMmS).toBeLessThan(30);
  });

  test('to the slider’s own position is a rest', () => {
    const plan = planTimedMove({ ...base, startMs: 0, from: atRest(50), toMm: 50, durationMs: 300 });
    expect(planStateAt(plan, 150)).toEqual({ positionMm: 50, speedMmS: 0, accelerationMmS2: 0 });
  });
});

describe('a stop', () => {
  test('reaches speed 0 after v / a and stays', () => {
    const plan = planStop({ ...base, startMs: 0, from: { positionMm: 50, speedMmS: -360 } });
    expect(planEndMs(plan)).toBeCloseTo(40, 9);
    expect(planStateAt(plan, 39).speedMmS).toBeLessThan(0);
    for (const timeMs of [planEndMs(plan), 1e3, 1e9])
      expect(planStateAt(plan, timeMs)).toMatchObject({ speedMmS: 0, positionMm: 50 - 360 ** 2 / 18_000 });
  });

  test('of a slider at rest is a rest', () => {
    expect(planStop({ ...base, from: atRest(33) })).toEqual(planRest(START_MS, 33));
  });
});

test('a plan returns the next change of its acceleration, and none after its end', () => {
  const plan = planMove({ ...base, startMs: 100, from: atRest(5), toMm: 105 });
  const knots: number[] = [];
  for (let at = nextKnotMs(plan, 0); at !== undefined; at = nextKnotMs(plan, at)) knots.push(at);
  expect(knots).toHaveLength(4);
  expect(knots[0]).toBe(100);
  expect(knots[1]).toBeCloseTo(100 + 400 / 9, 9);
  expect(knots[3]).toBe(planEndMs(plan));
  expect(planStateAt(plan, 0)).toEqual(planStateAt(plan, 100));
});
