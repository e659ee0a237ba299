import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Plan, planRest, planStateAt } from '../plan.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import type { Zone } from '../zone.ts';
import type { TrackStream } from './leg-stream.ts';
import { planTrack, TRACK_HORIZON_MS } from './plan-track.ts';
import { correctStreamClock, instantOfStreamTime, streamMsAt } from './stream-clock.ts';

const ZONE: Zone = { minMm: 5, maxMm: 102.826 };
const STROKE_MM = ZONE.maxMm - ZONE.minMm;
const LIMITS = { maxSpeedMmS: 400, maxAccelerationMmS2: 9000 };
const START_MS = 1_700_000_000_000;

const mm = (x: number) => ZONE.minMm + (x / 100) * STROKE_MM;
const points = (...pairs: [number, number][]): ScriptPoint[] => pairs.map(([t, x]) => ({ t, x }));

/** The script itself: straight lines, constant at the ends. */
function scriptMm(script: readonly ScriptPoint[], atMs: number): number {
  const next = script.findIndex(({ t }) => t > atMs);
  if (next < 0) return mm(script.at(-1)!.x);
  if (next === 0) return mm(script[0]!.x);
  const [from, to] = [script[next - 1]!, script[next]!];
  return mm(from.x + ((to.x - from.x) * (atMs - from.t)) / (to.t - from.t));
}

/** Plays a whole stream in parts, as a device does; returns the position at stream times. */
function play(script: readonly ScriptPoint[], { fromX = script[0]!.x, startMs = 0, rate = 1, loop = false } = {}) {
  const stream: TrackStream = { points: script, clock: { atMs: START_MS, streamMs: startMs, rate }, loop };
  const plans: Plan[] = [planRest(START_MS - 1, mm(fromX))];
  let knots = 0;
  let atMs = START_MS;
  const endMs = START_MS + ((script.at(-1)!.t - startMs) * (loop ? 3 : 1)) / rate + 1000;
  while (atMs < endMs) {
    const from = planStateAt(plans.at(-1)!, atMs);
    const track = planTrack({ startMs: atMs, from, zone: ZONE, limits: LIMITS, stream, horizonMs: TRACK_HORIZON_MS });
    plans.push(track.plan);
    knots = Math.max(knots, track.plan.knots.length);
    atMs = track.validUntilMs;
  }
  const stateAtStream = (streamMs: number) => {
    const instantMs = instantOfStreamTime(stream.clock, streamMs);
    return planStateAt(plans.findLast((plan) => plan.startMs <= instantMs)!, instantMs);
  };
  return { stateAtStream, mmAt: (streamMs: number) => stateAtStream(streamMs).positionMm, plans: plans.length, knots };
}

function sine(periodMs: number, everyMs: number, lengthMs: number): ScriptPoint[] {
  const count = Math.floor(lengthMs / everyMs);
  const at = (t: number) => Math.round(50 + 45 * Math.sin((2 * Math.PI * t) / periodMs));
  return Array.from({ length: count }, (_, index) => ({ t: index * everyMs, x: at(index * everyMs) }));
}

/** The delay (ms) at which the movement is most similar to the script. */
function lagMs(script: readonly ScriptPoint[], mmAt: (ms: number) => number, fromMs: number, toMs: number): number {
  let best = { lag: 0, sum: Infinity };
  for (let lag = -30; lag <= 30; lag += 0.5) {
    let sum = 0;
    for (let at = fromMs; at < toMs; at += 7) sum += (mmAt(at + lag) - scriptMm(script, at)) ** 2;
    if (sum < best.sum) best = { lag, sum };
  }
  return best.lag;
}

describe('a smooth script below the limits', () => {
  test.each([
    ['sparse points', sine(1500, 120, 30_000), 1],
    ['dense points', sine(1200, 33, 30_000), 1],
    ['at half the rate', sine(1200, 50, 20_000), 0.5],
    ['at twice the rate', sine(2400, 66, 30_000), 2],
  ])('is followed within 1 % of the stroke and 5 ms: %s', (_, script, rate) => {
    const { mmAt } = play(script, { rate });
    const endMs = script.at(-1)!.t;
    let worstMm = 0;
    for (let at = 500; at < endMs; at += 3) worstMm = Math.max(worstMm, Math.abs(mmAt(at) - scriptMm(script, at)));
    expect(worstMm).toBeLessThan(STROKE_MM / 100);
    expect(Math.abs(lagMs(script, mmAt, 1000, endMs - 100))).toBeLessThan(5);
  });

  test('needs a plan of bounded length at a time, however long the script is', () => {
    const short = play(sine(1500, 33, 10_000));
    const long = play(sine(1500, 33, 200_000));
    expect(long.plans).toBeGreaterThan(10 * short.plans);
    expect(long.knots).toBeLessThan(short.knots * 1.5);
  });
});

describe('a sharp script', () => {
  const to = fc.integer({ min: 0, max: 100 });
  const zigzag = fc.array(fc.tuple(to, fc.integer({ min: 250, max: 700 })), { minLength: 3, maxLength: 12 });

  test('is followed within v^2 / 4a at every corner', () => {
    fc.assert(
      fc.property(zigzag, (strokes) => {
        let t = 0;
        let x = 0;
        const script = [{ t, x }];
        for (const [target, gap] of strokes) {
          // Strokes that leave the slider some speed to spare.
          const way = Math.min(60, Math.abs(target - x)) * Math.sign(target - x);
          t += gap;
          x += way;
          script.push({ t, x });
        }
        const { mmAt } = play(script);
        for (let index = 1; index < script.length; index += 1) {
          const [before, here, after] = [script[index - 1]!, script[index]!, script[index + 1] ?? script[index]!];
          const speed = (a: ScriptPoint, b: ScriptPoint) => (b.t > a.t ? Math.abs(mm(b.x) - mm(a.x)) / (b.t - a.t) : 0);
          const v = 1000 * Math.max(speed(before, here), speed(here, after));
          const toleratedMm = (v * v) / (4 * LIMITS.maxAccelerationMmS2) + 0.01;
          const roundMs = (1000 * v) / LIMITS.maxAccelerationMmS2;
          for (let at = here.t - roundMs; at <= here.t + roundMs; at += roundMs / 10 || 1) {
            expect(Math.abs(mmAt(at) - scriptMm(script, at))).toBeLessThan(toleratedMm);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('turns at full strokes of the whole zone without leaving it', () => {
    const { mmAt } = play(points([0, 0], [300, 100], [600, 0], [900, 100], [1200, 0]));
    const v = STROKE_MM / 0.3;
    for (const [at, x] of [
      [300, 100],
      [600, 0],
      [900, 100],
    ] as const) {
      expect(Math.abs(mmAt(at) - mm(x))).toBeLessThan((v * v) / (4 * LIMITS.maxAccelerationMmS2) + 0.01);
    }
  });

  test('falls behind on a leg that is too fast, catches up at the limits and joins the line without passing it', () => {
    const script = points([0, 0], [500, 0], [600, 100], [1600, 60]);
    const { mmAt, stateAtStream } = play(script);
    expect(mmAt(600)).toBeLessThan(mm(50));
    expect(stateAtStream(650).speedMmS).toBe(400);
    for (let at = 600; at <= 1600; at += 5) expect(mmAt(at)).toBeLessThan(scriptMm(script, at) + 0.5);
    expect(mmAt(900)).toBeCloseTo(scriptMm(script, 900), 2);
  });

  test('too fast for any slider is followed around its middle, in its rhythm', () => {
    const script = Array.from({ length: 41 }, (_, index) => ({ t: index * 100, x: index % 2 ? 100 : 0 }));
    const { mmAt } = play(script);
    const tops = [1100, 1300, 1500, 1700].map((at) => mmAt(at));
    const bottoms = [1200, 1400, 1600, 1800].map((at) => mmAt(at));
    expect(Math.min(...tops) - Math.max(...bottoms)).toBeGreaterThan(15);
    expect(Math.abs((tops[0]! + bottoms[0]!) / 2 - mm(50))).toBeLessThan(10);
  });
});

describe('joining a stream', () => {
  test('moves in a straight line to a future first point', () => {
    const { mmAt } = play(points([1000, 80], [2000, 20]), { fromX: 0 });
    expect(mmAt(500)).toBeCloseTo(mm(40), 0);
    expect(mmAt(1000)).toBeGreaterThan(mm(79));
  });

  test('moves to the line at full speed when it starts between points', () => {
    const script = points([0, 0], [1000, 100], [2000, 0]);
    const { mmAt, stateAtStream } = play(script, { fromX: 0, startMs: 500 });
    expect(stateAtStream(560).speedMmS).toBe(400);
    expect(mmAt(800)).toBeCloseTo(scriptMm(script, 800), 0);
  });

  test('rests exactly on the last point, and continues when more points come', () => {
    const script = points([0, 0], [400, 70]);
    const { stateAtStream } = play(script);
    expect(stateAtStream(900)).toEqual({ positionMm: 73.4782, speedMmS: 0, accelerationMmS2: 0 });
    const stream = {
      points: [...script, { t: 900, x: 70 }, { t: 1300, x: 20 }],
      clock: { atMs: START_MS, streamMs: 900, rate: 1 },
      loop: false,
    };
    const from = stateAtStream(900);
    const { plan } = planTrack({ startMs: START_MS, from, zone: ZONE, limits: LIMITS, stream, horizonMs: 2000 });
    expect(planStateAt(plan, START_MS + 200).positionMm).toBeCloseTo(mm(45), 0);
    expect(planStateAt(plan, START_MS + 600).positionMm).toBeCloseTo(mm(20), 9);
  });

  test('a stream without points brakes the slider', () => {
    const stream = { points: [], clock: { atMs: 0, streamMs: 0, rate: 1 }, loop: false };
    const from = { positionMm: 50, speedMmS: 300 };
    const { plan, validUntilMs } = planTrack({ startMs: 0, from, zone: ZONE, limits: LIMITS, stream, horizonMs: 2000 });
    expect(planStateAt(plan, 1000)).toEqual({ positionMm: 55, speedMmS: 0, accelerationMmS2: 0 });
    expect(validUntilMs).toBe(Infinity);
  });

  test('refuses a paused clock', () => {
    const stream = { points: points([0, 0]), clock: { atMs: 0, streamMs: 0, rate: 0 }, loop: false };
    const from = { positionMm: 50, speedMmS: 0 };
    expect(() => planTrack({ startMs: 0, from, zone: ZONE, limits: LIMITS, stream, horizonMs: 9 })).toThrow(RangeError);
  });
});

describe('a looping stream', () => {
  test('begins again at its first point’s time, lap after lap', () => {
    const script = points([1000, 0], [1500, 60], [2000, 0]);
    const { mmAt } = play(script, { startMs: 1000, loop: true });
    for (const at of [1100, 1400, 1650]) {
      const firstMm = mmAt(at + 1000);
      expect(firstMm).toBeCloseTo(scriptMm(script, at), 0);
      expect(mmAt(at + 2000)).toBeCloseTo(firstMm, 2);
    }
  });

  test('moves at full speed between ends that differ', () => {
    const script = points([0, 10], [1000, 90]);
    const { mmAt } = play(script, { loop: true });
    expect(mmAt(1900)).toBeCloseTo(scriptMm(script, 900), 1);
    expect(mmAt(2900)).toBeCloseTo(scriptMm(script, 900), 1);
    expect(mmAt(2050)).toBeLessThan(mm(85));
  });
});

describe('a clock that runs faster than any slider', () => {
  const zigzag = Array.from({ length: 101 }, (_, index) => ({ t: index, x: index % 2 ? 100 : 0 }));

  test('reduces a loop with laps under a millisecond to its middle, planned once', () => {
    const { mmAt, plans } = play(zigzag, { fromX: 0, rate: 1e9, loop: true });
    expect(mmAt(5e11)).toBe(mm(50));
    expect(plans).toBe(2);
  });

  test('moves there first if the loop has not begun', () => {
    const { mmAt } = play(points([1e9, 0], [1e9 + 1, 100]), { fromX: 0, rate: 1e6, loop: true });
    expect(mmAt(5e8)).toBeCloseTo(mm(25), 0);
    expect(mmAt(1.5e9)).toBeCloseTo(mm(50), 9);
  });

  test('leaves out points within a millisecond, and follows the others', () => {
    const script = Array.from({ length: 90_001 }, (_, t) => ({ t, x: Math.abs(50 - t / 600) }));
    const { mmAt, plans } = play(script, { rate: 100 });
    for (const at of [15_000, 45_000, 75_000]) expect(Math.abs(mmAt(at) - scriptMm(script, at))).toBeLessThan(1);
    expect(plans).toBeLessThan(12);
  });
});

describe('a stream time that is too large for numbers to count its laps', () => {
  /** Fails a test that would never end. */
  function countedReads(script: readonly ScriptPoint[]): readonly ScriptPoint[] {
    let reads = 0;
    return new Proxy(script, {
      get(from, key) {
        reads += 1;
        if (reads > 1e6) throw new Error('The stream is read without an end');
        return Reflect.get(from, key) as unknown;
      },
    });
  }
  const rest = planRest(START_MS - 1, mm(40));

  test.each([1e19, 1e25, 1e300, Number.MAX_VALUE, -1e19, -1e25, -1e300, -Number.MAX_VALUE])(
    'is planned to an end at %d ms',
    (streamMs) => {
      const stream = {
        points: countedReads(points([0, 10], [250, 90], [500, 10])),
        clock: { atMs: START_MS, streamMs, rate: 1 },
        loop: true,
      };
      const from = planStateAt(rest, START_MS);
      const plan = () =>
        planTrack({ startMs: START_MS, from, zone: ZONE, limits: LIMITS, stream, horizonMs: TRACK_HORIZON_MS });
      expect(plan().validUntilMs).toBeGreaterThan(START_MS);
      const { positionMm } = planStateAt(plan().plan, START_MS + TRACK_HORIZON_MS);
      expect(positionMm).toBeGreaterThanOrEqual(ZONE.minMm);
      expect(positionMm).toBeLessThanOrEqual(ZONE.maxMm);
    },
  );
});

describe('the clock of a stream', () => {
  const clock = { atMs: 1000, streamMs: 500, rate: 2 };
  test('converts between stream time and instants', () => {
    expect(streamMsAt(clock, 1100)).toBe(700);
    expect(instantOfStreamTime(clock, 700)).toBe(1100);
    expect(instantOfStreamTime({ ...clock, rate: 0 }, 700)).toBe(Infinity);
    expect(instantOfStreamTime({ ...clock, rate: 0 }, 400)).toBe(1000);
  });
  test('is corrected part of the way', () => {
    expect(correctStreamClock(clock, 1100, 800, 1)).toEqual({ atMs: 1100, streamMs: 800, rate: 2 });
    expect(correctStreamClock(clock, 1100, 800, 0.5)).toEqual({ atMs: 1100, streamMs: 750, rate: 2 });
  });
});
