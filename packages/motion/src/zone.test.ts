import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementOfModel } from './model-movement.ts';
import { clampToZone, composeWindows, FULL_WINDOW, fractionOfZone, zoneOfWindow, zonePositionMm } from './zone.ts';

const handy1 = movementOfModel(0)!.travel;

test('the HAMP stroke is laid inside the slider stroke (the vendor’s two examples)', () => {
  const first = composeWindows({ min: 0.5, max: 1 }, { min: 0.5, max: 1 });
  expect(first).toEqual({ min: 0.75, max: 1 });
  const second = composeWindows({ min: 0.1, max: 0.9 }, { min: 0.1, max: 1 });
  expect(second.min).toBeCloseTo(0.18, 12);
  expect(second.max).toBe(0.9);
});

test('a window of the travel has the millimetres that a Handy 1 reports', () => {
  const zone = zoneOfWindow(handy1, { min: 0.25, max: 0.7 });
  expect(zone.minMm).toBeCloseTo(29.4565, 9);
  expect(zone.maxMm).toBeCloseTo(73.4782, 9);
  expect(zoneOfWindow(handy1, FULL_WINDOW)).toEqual({ minMm: 5, maxMm: 102.826 });
});

test('a position outside the window is reported below 0, unclamped, as a device reports it', () => {
  const zone = zoneOfWindow(handy1, { min: 0.25, max: 0.7 });
  expect(fractionOfZone(zone, 5.333334)).toBeCloseTo(-0.547983, 5);
  expect(fractionOfZone(zone, zone.maxMm)).toBe(1);
  expect(fractionOfZone({ minMm: 7, maxMm: 7 }, 9)).toBe(0);
});

test('a fraction of a zone counts from its lower end', () => {
  const zone = { minMm: 20, maxMm: 70 };
  expect(zonePositionMm(zone, 0.2)).toBe(30);
  expect(zonePositionMm(zone, 0.8)).toBe(60);
  expect([zonePositionMm(zone, 0), zonePositionMm(zone, 1)]).toEqual([20, 70]);
});

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const window = fc.tuple(fraction, fraction).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

test('property: an inner window never leaves the outer one, and fractions of a zone never leave the zone', () => {
  fc.assert(
    fc.property(window, window, fc.double({ min: -1, max: 2, noNaN: true }), (outer, inner, x) => {
      const both = composeWindows(outer, inner);
      expect(both.min).toBeGreaterThanOrEqual(outer.min);
      expect(both.max).toBeLessThanOrEqual(outer.max);
      expect(both.max).toBeGreaterThanOrEqual(both.min);
      const zone = zoneOfWindow(handy1, both);
      const positionMm = zonePositionMm(zone, x);
      expect(clampToZone(zone, positionMm)).toBe(positionMm);
    }),
    { numRuns: 500 },
  );
});

test("property: relative and absolute positions are each other's inverse inside a zone", () => {
  fc.assert(
    fc.property(window, fraction, (stroke, x) => {
      fc.pre(stroke.max - stroke.min > 0.001);
      const zone = zoneOfWindow(handy1, stroke);
      expect(fractionOfZone(zone, zonePositionMm(zone, x))).toBeCloseTo(x, 9);
    }),
    { numRuns: 500 },
  );
});
