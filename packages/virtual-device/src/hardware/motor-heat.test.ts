import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMotorHeat, MOTOR_AMBIENT_C, MOTOR_HYSTERESIS_C, MOTOR_TRIGGER_C } from './motor-heat.ts';

const MINUTE_MS = 60_000;
const TOP_MM_S = 400;

/** From cold at top speed: 25 + 65 (1 - e^(-t / 10 min)) is 75 after this time. */
const COLD_TO_HIGH_MS = 10 * MINUTE_MS * Math.log(65 / 15);

/** A slider that goes at a constant speed until told another. */
function setUp(start: { speedMmS?: number } = {}) {
  const time = createFakeTime();
  let speedMmS = start.speedMmS ?? 0;
  let wentMm = 0;
  let sinceMs = 0;
  const travelledMm = () => wentMm + (speedMmS * (time.monotonic() - sinceMs)) / 1_000;
  const told: [string, number][] = [];
  const notify = (what: string) => () => told.push([what, time.monotonic()]);
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
  return { time, heat, told, go };
}

test('the trigger is 75 °C, the hysteresis 5 degrees, a cold motor has 25 °C', () => {
  expect([MOTOR_TRIGGER_C, MOTOR_HYSTERESIS_C, MOTOR_AMBIENT_C]).toEqual([75, 5, 25]);
  expect(setUp().heat.celsius()).toBe(25);
});

describe('the temperature', () => {
  test('stays where it is while a cold motor rests', () => {
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

  test('goes back to that of the room in the same way', () => {
    const { time, heat, go } = setUp({ speedMmS: TOP_MM_S });
    time.advance(10 * MINUTE_MS);
    const warm = heat.celsius();
    go(0);
    time.advance(10 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + (warm - 25) / Math.E, 6);
  });

  test('counts the mean speed since the last look', () => {
    const { time, heat, go } = setUp({ speedMmS: TOP_MM_S });
    time.advance(5 * MINUTE_MS);
    go(0);
    time.advance(5 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + 32.5 * (1 - 1 / Math.E), 6);
  });

  test('asked twice at one instant is the same', () => {
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

  test('forced while the slider moves does not count its way twice', () => {
    const { time, heat } = setUp({ speedMmS: TOP_MM_S });
    time.advance(5 * MINUTE_MS);
    heat.set(25);
    time.advance(10 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(25 + 65 * (1 - 1 / Math.E), 6);
  });

  test('at a constant speed does not depend on how often it is asked', () => {
    const speed = fc.integer({ min: 0, max: TOP_MM_S });
    const pauses = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(speed, fc.integer({ min: 25, max: 89 }), pauses, (speedMmS, startC, waits) => {
        const asked = setUp({ speedMmS });
        const alone = setUp({ speedMmS });
        asked.heat.set(startC);
        alone.heat.set(startC);
        for (const waitMs of waits) {
          asked.time.advance(waitMs);
          asked.heat.celsius();
        }
        alone.time.advance(asked.time.monotonic());
        expect(Math.abs(asked.heat.celsius() - alone.heat.celsius())).toBeLessThan(1e-6);
      }),
      { numRuns: 200 },
    );
  });
});

describe('too hot', () => {
  test('is told once, at the instant at which top speed reaches the trigger', () => {
    const { time, told } = setUp({ speedMmS: TOP_MM_S });
    time.advance(120 * MINUTE_MS);
    expect(told).toEqual([['high', expect.closeTo(COLD_TO_HIGH_MS, 3)]]);
  });

  test('is never told at a speed that does not lead there', () => {
    const { time, heat, told } = setUp({ speedMmS: 300 });
    time.advance(600 * MINUTE_MS);
    expect(heat.celsius()).toBeCloseTo(73.75, 6);
    expect(told).toEqual([]);
  });

  test('is told within a second of the trigger at a lower speed that does', () => {
    const { time, told } = setUp({ speedMmS: 350 });
    time.advance(120 * MINUTE_MS);
    const rise = (65 * 350) / TOP_MM_S;
    const reachedMs = 10 * MINUTE_MS * Math.log(rise / (rise - 50));
    expect(told.map(([what]) => what)).toEqual(['high']);
    expect((told[0]?.[1] ?? 0) - reachedMs).toBeGreaterThanOrEqual(-1e-3);
    expect((told[0]?.[1] ?? 0) - reachedMs).toBeLessThanOrEqual(1_000);
  });

  test('is told at once when forced, at the trigger exactly and not below it', () => {
    const { time, heat, told } = setUp();
    heat.set(74.9);
    expect(told).toEqual([]);
    expect(time.pending()).toBe(0);
    heat.set(75);
    heat.set(80);
    expect(told).toEqual([['high', 0]]);
  });

  test('ends at the instant at which a motor that rests has cooled to 70 °C, and is told once', () => {
    const { time, heat, told } = setUp();
    heat.set(80);
    time.advance(120 * MINUTE_MS);
    expect(told).toEqual([
      ['high', 0],
      ['ok', expect.closeTo(10 * MINUTE_MS * Math.log(55 / 45), 3)],
    ]);
    expect(time.pending()).toBe(0);
  });

  test('ends at once when forced to 70 °C, and not above', () => {
    const { heat, told } = setUp();
    heat.set(80);
    heat.set(70.1);
    expect(told).toEqual([['high', 0]]);
    heat.set(70);
    heat.set(60);
    expect(told).toEqual([
      ['high', 0],
      ['ok', 0],
    ]);
  });

  test('does not end while the work goes on, and does when it is less', () => {
    const { time, heat, told, go } = setUp({ speedMmS: TOP_MM_S });
    time.advance(60 * MINUTE_MS);
    expect(told.map(([what]) => what)).toEqual(['high']);
    go(TOP_MM_S / 2);
    time.advance(60 * MINUTE_MS);
    expect(told.map(([what]) => what)).toEqual(['high', 'ok']);
    expect(heat.celsius()).toBeLessThan(70);
  });

  test('comes again when the work does', () => {
    const { time, heat, told, go } = setUp();
    heat.set(80);
    time.advance(30 * MINUTE_MS);
    go(TOP_MM_S);
    time.advance(60 * MINUTE_MS);
    expect(told.map(([what]) => what)).toEqual(['high', 'ok', 'high']);
  });
});

describe('the watch', () => {
  test('is not kept on a motor that has never moved', () => {
    expect(setUp().time.pending()).toBe(0);
  });

  test('is one timer, however often the slider starts', () => {
    const { time, heat } = setUp({ speedMmS: TOP_MM_S });
    heat.wake();
    heat.wake();
    expect(time.pending()).toBe(1);
  });

  test('ends at the first look before which nothing has moved', () => {
    const { time, go } = setUp({ speedMmS: 100 });
    time.advance(MINUTE_MS);
    go(0);
    time.advance(COLD_TO_HIGH_MS - MINUTE_MS + 1);
    expect(time.pending()).toBe(1);
    time.advance(COLD_TO_HIGH_MS);
    expect(time.pending()).toBe(0);
  });

  test('goes on when the slider starts at the very instant of a look', () => {
    const { time, told, go } = setUp();
    time.after(COLD_TO_HIGH_MS, () => go(TOP_MM_S));
    go(100);
    go(0);
    time.advance(60 * MINUTE_MS);
    expect(told.map(([what]) => what)).toEqual(['high']);
  });

  test('starts from the temperature after the rest before', () => {
    const { time, heat, told, go } = setUp();
    heat.set(60);
    time.advance(300 * MINUTE_MS);
    go(TOP_MM_S);
    time.advance(COLD_TO_HIGH_MS - 1_000);
    expect(told).toEqual([]);
    time.advance(2_000);
    expect(told.map(([what]) => what)).toEqual(['high']);
  });

  test('after closing looks, changes and tells no more', () => {
    const { time, heat, told } = setUp({ speedMmS: TOP_MM_S });
    heat.close();
    expect(time.pending()).toBe(0);
    heat.wake();
    heat.set(80);
    time.advance(60 * MINUTE_MS);
    expect(time.pending()).toBe(0);
    expect(told).toEqual([]);
  });

  test('whatever the slider does, high and ok take turns, no more than one timer runs and in the end none', () => {
    const act = fc.tuple(fc.integer({ min: 0, max: TOP_MM_S }), fc.integer({ min: 0, max: 40 * MINUTE_MS }));
    const force = fc.option(fc.integer({ min: 0, max: 120 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(act, force), { maxLength: 12 }), (acts) => {
        const { time, heat, told, go } = setUp();
        for (const [[speedMmS, waitMs], celsius] of acts) {
          if (celsius !== null) heat.set(celsius);
          go(speedMmS);
          expect(time.pending()).toBeLessThanOrEqual(1);
          time.advance(waitMs);
        }
        go(0);
        time.advance(120 * MINUTE_MS);
        expect(time.pending()).toBe(0);
        expect(told.map(([what]) => what).join(' ')).toMatch(/^(high ok ?)*$/);
      }),
      { numRuns: 200 },
    );
  });
});
