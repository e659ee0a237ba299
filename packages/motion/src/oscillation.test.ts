import { describe, expect, test } from 'vitest';
import { planOscillation } from './oscillation.ts';
import { planEndMs, planHeadingOf, planStateAt } from './plan.ts';
import { nextKnotMs } from './testing/next-knot.ts';

const zone = { minMm: 5, maxMm: 105 };
const limits = { maxSpeedMmS: 400, maxAccelerationMmS2: 9000 };
const base = { startMs: 0, zone, limits, cruiseMmS: 400, heading: 'up' } as const;
const LEG_MS = 250 + 400 / 9;

describe('an oscillation', () => {
  const plan = planOscillation({ ...base, from: { positionMm: 5, speedMmS: 0 } });

  test('of 100 mm at 400 mm/s and 9000 mm/s^2 averages about 340 mm/s', () => {
    expect(planStateAt(plan, LEG_MS)).toMatchObject({ positionMm: 105 });
    expect(100 / (LEG_MS / 1000)).toBeCloseTo(339.6, 1);
  });

  test('never ends, and its acceleration changes six times in every cycle', () => {
    expect(planEndMs(plan)).toBe(Infinity);
    const from = LEG_MS * 1000;
    let at = from + 1;
    for (let count = 0; count < 6; count += 1) at = nextKnotMs(plan, at) ?? Number.NaN;
    expect(at).toBeCloseTo(from + 2 * LEG_MS, 6);
  });

  test('is at the same place a whole number of cycles later, even after ten hours', () => {
    const cycles = Math.floor((10 * 3_600_000) / (2 * LEG_MS));
    for (const phaseMs of [0, 10, 100, 294, 300, 500]) {
      const early = planStateAt(plan, LEG_MS + phaseMs);
      const late = planStateAt(plan, LEG_MS + phaseMs + cycles * 2 * LEG_MS);
      expect(late.positionMm).toBeCloseTo(early.positionMm, 6);
      expect(late.speedMmS).toBeCloseTo(early.speedMmS, 6);
    }
  });

  test('over a stroke too short for the cruise speed turns halfway', () => {
    const short = planOscillation({ ...base, zone: { minMm: 50, maxMm: 51 }, from: { positionMm: 50, speedMmS: 0 } });
    const legMs = 2000 * Math.sqrt(1 / 9000);
    expect(planStateAt(short, legMs / 2).speedMmS).toBeCloseTo(Math.sqrt(9000), 6);
    expect(planStateAt(short, legMs)).toMatchObject({ positionMm: 51 });
    expect(planStateAt(short, 2 * legMs).positionMm).toBeCloseTo(50, 9);
  });

  test('over a stroke of no length moves there and rests', () => {
    const still = planOscillation({ ...base, zone: { minMm: 60, maxMm: 60 }, from: { positionMm: 5, speedMmS: 0 } });
    expect(planEndMs(still)).toBeLessThan(500);
    expect(planStateAt(still, Infinity)).toMatchObject({ positionMm: 60, speedMmS: 0 });
  });

  test('at a cruise speed above the limit is capped at the limit', () => {
    const capped = planOscillation({
      ...base,
      limits: { ...limits, maxSpeedMmS: 80 },
      from: { positionMm: 5, speedMmS: 0 },
    });
    expect(planStateAt(capped, 600).speedMmS).toBe(80);
  });
});

describe('an oscillation that takes over a moving slider', () => {
  test('goes on in its direction, whatever the wanted heading', () => {
    const plan = planOscillation({ ...base, from: { positionMm: 50, speedMmS: -100 } });
    expect(planHeadingOf(planStateAt(plan, 1))).toBe('down');
  });

  test('sets out in the wanted heading from rest', () => {
    const from = { positionMm: 50, speedMmS: 0 };
    expect(planHeadingOf(planStateAt(planOscillation({ ...base, from }), 0))).toBe('up');
    expect(planHeadingOf(planStateAt(planOscillation({ ...base, from, heading: 'down' }), 0))).toBe('down');
  });

  test('turns only once when it cannot stop before the end of a zone that became smaller', () => {
    const plan = planOscillation({
      ...base,
      zone: { minMm: 20, maxMm: 52 },
      from: { positionMm: 50, speedMmS: 400 },
    });
    const brakeMs = 400 / 9;
    expect(planStateAt(plan, brakeMs).positionMm).toBeCloseTo(50 + 400 ** 2 / 18_000, 6);
    expect(planStateAt(plan, brakeMs).speedMmS).toBeCloseTo(0, 6);
    expect(planHeadingOf(planStateAt(plan, brakeMs + 1))).toBe('down');
    // 6.9 mm later it passes the end of the zone at full speed: it does not rest there.
    const enterMs = brakeMs + 1000 * Math.sqrt((2 * (400 ** 2 / 18_000 - 2)) / 9000);
    expect(planStateAt(plan, enterMs).positionMm).toBeCloseTo(52, 6);
    expect(planStateAt(plan, enterMs).speedMmS).toBeLessThan(-350);
  });

  test('from outside the zone moves straight to its far end', () => {
    const plan = planOscillation({ ...base, zone: { minMm: 60, maxMm: 90 }, from: { positionMm: 10, speedMmS: 0 } });
    const positions = Array.from({ length: 240 }, (_, ms) => planStateAt(plan, ms).positionMm);
    expect(positions.toSorted((a, b) => a - b)).toEqual(positions);
    expect(Math.max(...positions)).toBeGreaterThan(85);
  });
});
