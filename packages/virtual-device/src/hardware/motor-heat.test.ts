import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMotorHeat, MOTOR_AMBIENT_C, MOTOR_HYSTERESIS_C, MOTOR_TRIGGER_C } from './motor-heat.ts';

const MINUTE_MS = 60_000;
const TOP_MM_S = 400;

/** From cold at top speed: 25 + 65 (1 - e^(-t / 10 min)) is 75 after this time. */
const COLD_TO_HIGH_MS = 10 * MINUTE_MS * Math.log(65 / 15);

/** A slider at a constant speed that a test sets. */
function setUp(start: { speedMmS?: number } = {}) {
  const time = createFakeTime();
  let speedMmS = start.speedMmS ?? 0;
  let wentMm = 0;
  let sinceMs = 0;
  const travelledMm = () => wentMm + (speedMmS * (time.monotonic() - sinceMs)) / 1_000;
  const reports: [string, number][] = [];
  const notify = (what: string) => () => reports.push([what, time.monotonic()]);
  const heat = createMotorHeat({
    time,
    travelledMm,
    topSpeedMmS: TOP_MM_S,
    onHigh: notify('high'),
    onOk: notify('ok'),
  });

  function go(nextMmS: number): void {
    wentMm = travelledMm();
    sinceMs = time.monotonic();
    speedMmS = nextMmS;
    if (speedMmS > 0) heat.wake();
  }
  if (speedMmS > 0) heat.wake();
  return { time, heat, reports, go };
}

test('the trigger is 75 °C, the hysteresis 5 degrees, a cold motor has 25 °C', () => {
  expect([MOTOR_TRIGGER_C, MOTOR_HYSTERESIS_C, MOTOR_AMBIENT_C]).toEqual([75, 5, 25]);
  expect(setUp().heat.celsius()).toBe(25);
});

describe('the temperature', () => {
  test('is constant while a cold motor rests', () => {
    const { time, heat } = setUp();
    time.advance(60 * MINUTE_MS);
    expect(heat.celsius()).toBe(25);
  });

  test.each([
    [TOP_MM_S, 90],
    [TOP_MM_S / 2, 57.5],
    [TOP_MM_S / 10, 31.5],
  ])('at %i mm/s ends at %f °C, and has gone 63 %% of the way after 10 minutes', (speedMmS, endC) => {
    const { time, heat } = setUp({ speedMmS });
    time.advance(10 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + (endC - 25) * (1 - 1 / Math.E), 6);
    time.advance(300 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(endC, 6);
  });

  test('returns to room temperature at the same rate', () => {
    const { time, heat, go } = setUp({ speedMmS: TOP_MM_S });
    time.advance(10 * MINUTE_MS);
    const warm = heat.celsius();
    go(0);
    time.advance(10 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + (warm - 25) / Math.E, 6);
  });

  test('counts the mean speed since the last check', () => {
    const { time, heat, go } = setUp({ speedMmS: TOP_MM_S });
    time.advance(5 * MINUTE_MS);
    go(0);
    time.advance(5 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + 32.5 * (1 - 1 / Math.E), 6);
  });

  test('read twice at one instant is the same', () => {
    const { time, heat } = setUp({ speedMmS: TOP_MM_S });
    time.advance(MINUTE_MS);
    expect(heat.celsius()).toBe(heat.celsius());
  });

  test('can be forced, and goes on from there', () => {
    const { time, heat } = setUp();
    heat.set(60);
    expect(heat.celsius()).toBe(60);
    time.advance(10 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + 35 / Math.E, 6);
  });

  test('forced while the slider moves does not count its distance twice', () => {
    const { time, heat } = setUp({ speedMmS: TOP_MM_S });
    time.advance(5 * MINUTE_MS);
    heat.set(25);
    time.advance(10 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + 65 * (1 - 1 / Math.E), 6);
  });

  test('at a constant speed does not depend on how often it is read', () => {
    const speed = fc.integer({ min: 0, max: TOP_MM_S });
    const pauses = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(speed, fc.integer({ min: 25, max: 89 }), pauses, (speedMmS, startC, waits) => {
        const sampled = setUp({ speedMmS });
        const alone = setUp({ speedMmS });
        sampled.heat.set(startC);
        alone.heat.set(startC);
        for (const waitMs of waits) {
          sampled.time.advance(waitMs);
          sampled.heat.celsius();
        }
        alone.time.advance(sampled.time.monotonic());
        expect(Math.abs(sampled.heat.celsius() - alone.heat.celsius())).toBeLessThan(1e-6);
      }),
      { numRuns: 200 },
    );
  });
});

describe('too hot', () => {
  test('is reported once, at the instant at which top speed reaches the trigger', () => {
    const { time, reports } = setUp({ speedMmS: TOP_MM_S });
    time.advance(120 * MINUTE_MS);
    expect(reports).toEqual([['high', expect.closeTo(COLD_TO_HIGH_MS, 3)]]);
  });

  test('is never reported at a speed that does not reach the trigger', () => {
    const { time, heat, reports } = setUp({ speedMmS: 300 });
    time.advance(600 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(73.75, 6);
    expect(reports).toEqual([]);
  });

  test('is reported within a second of the trigger at a lower speed that reaches it', () => {
    const { time, reports } = setUp({ speedMmS: 350 });
    time.advance(120 * MINUTE_MS);
    const rise = (65 * 350) / TOP_MM_S;
    const reachedMs = 10 * MINUTE_MS * Math.log(rise / (rise - 50));
    expect(reports.map(([what]) => what)).toEqual(['high']);
    expect((reports[0]?.[1] ?? 0) - reachedMs).toBeGreaterThanOrEqual(-1e-3);
    expect((reports[0]?.[1] ?? 0) - reachedMs).toBeLessThanOrEqual(1_000);
  });

  test('is reported at once when forced, at the trigger exactly and not below it', () => {
    const { time, heat, reports } = setUp();
    heat.set(74.9);
    expect(reports).toEqual([]);
    expect(time.pending()).toBe(0);
    heat.set(75);
    heat.set(80);
    expect(reports).toEqual([['high', 0]]);
  });

  test('ends at the instant at which a motor that rests has cooled to 70 °C, and is reported once', () => {
    const { time, heat, reports } = setUp();
    heat.set(80);
    time.advance(120 * MINUTE_MS);
    expect(reports).toEqual([
      ['high', 0],
      ['ok', expect.closeTo(10 * MINUTE_MS * Math.log(55 / 45), 3)],
    ]);
    expect(time.pending()).toBe(0);
  });

  test('ends at once when forced to 70 °C, and not above', () => {
    const { heat, reports } = setUp();
    heat.set(80);
    heat.set(70.1);
    expect(reports).toEqual([['high', 0]]);
    heat.set(70);
    heat.set(60);
    expect(reports).toEqual([
      ['high', 0],
      ['ok', 0],
    ]);
  });

  test('does not end while the load stays, and ends when it falls', () => {
    const { time, heat, reports, go } = setUp({ speedMmS: TOP_MM_S });
    time.advance(60 * MINUTE_MS);
    expect(reports.map(([what]) => what)).toEqual(['high']);
    go(TOP_MM_S / 2);
    time.advance(60 * MINUTE_MS);
    expect(reports.map(([what]) => what)).toEqual(['high', 'ok']);
    expect(heat.celsius()).toBeLessThan(70);
  });

  test('is reported again under renewed load', () => {
    const { time, heat, reports, go } = setUp();
    heat.set(80);
    time.advance(30 * MINUTE_MS);
    go(TOP_MM_S);
    time.advance(60 * MINUTE_MS);
    expect(reports.map(([what]) => what)).toEqual(['high', 'ok', 'high']);
  });
});

describe('the watch', () => {
  test('runs no timer for a motor that has never moved', () => {
    expect(setUp().time.pending()).toBe(0);
  });

  test('is one timer, however often the slider starts', () => {
    const { time, heat } = setUp({ speedMmS: TOP_MM_S });
    heat.wake();
    heat.wake();
    expect(time.pending()).toBe(1);
  });

  test('ends at the first check before which the slider has not moved', () => {
    const { time, go } = setUp({ speedMmS: 100 });
    time.advance(MINUTE_MS);
    go(0);
    time.advance(COLD_TO_HIGH_MS - MINUTE_MS + 1);
    expect(time.pending()).toBe(1);
    time.advance(COLD_TO_HIGH_MS);
    expect(time.pending()).toBe(0);
  });

  test('continues when the slider starts at the instant of a check', () => {
    const { time, reports, go } = setUp();
    time.after(COLD_TO_HIGH_MS, () => go(TOP_MM_S));
    go(100);
    go(0);
    time.advance(60 * MINUTE_MS);
    expect(reports.map(([what]) => what)).toEqual(['high']);
  });

  test('starts from the temperature after the preceding rest', () => {
    const { time, heat, reports, go } = setUp();
    heat.set(60);
    time.advance(300 * MINUTE_MS);
    go(TOP_MM_S);
    time.advance(COLD_TO_HIGH_MS - 1_000);
    expect(reports).toEqual([]);
    time.advance(2_000);
    expect(reports.map(([what]) => what)).toEqual(['high']);
  });

  test('checks, changes and reports nothing after closing', () => {
    const { time, heat, reports } = setUp({ speedMmS: TOP_MM_S });
    heat.close();
    expect(time.pending()).toBe(0);
    heat.wake();
    heat.set(80);
    time.advance(60 * MINUTE_MS);
    expect(time.pending()).toBe(0);
    expect(reports).toEqual([]);
  });

  test('for any movement, high and ok alternate, at most one timer runs and in the end none', () => {
    const act = fc.tuple(fc.integer({ min: 0, max: TOP_MM_S }), fc.integer({ min: 0, max: 40 * MINUTE_MS }));
    const force = fc.option(fc.integer({ min: 0, max: 120 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(act, force), { maxLength: 12 }), (acts) => {
        const { time, heat, reports, go } = setUp();
        for (const [[speedMmS, waitMs], celsius] of acts) {
          if (celsius !== null) heat.set(celsius);
          go(speedMmS);
          expect(time.pending()).toBeLessThanOrEqual(1);
          time.advance(waitMs);
        }
        go(0);
        time.advance(120 * MINUTE_MS);
        expect(time.pending()).toBe(0);
        expect(reports.map(([what]) => what).join(' ')).toMatch(/^(high ok ?)*$/);
      }),
      { numRuns: 200 },
    );
  });
});
